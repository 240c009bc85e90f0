/** The path below which all routes lie, except health. */
export const API = '/api/v1';
