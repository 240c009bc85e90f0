/** The path below which all routes lie, except health. */
export const API = '/api/v1';

/** The path of the route that accepts runs. */
export const FILE_TO_EVENTS = `${API}/transform/file-to-events`;
