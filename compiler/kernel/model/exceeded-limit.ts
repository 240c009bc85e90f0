/** Why a correction refuses a text. */
export const TOO_LONG = 1;
export const TOO_COSTLY = 2;
export type ExceededLimit = typeof TOO_LONG | typeof TOO_COSTLY;
