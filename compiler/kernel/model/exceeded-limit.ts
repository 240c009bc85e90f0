/** The corrected text is longer than `maxRecordBytes`. */
export const TOO_LONG = 1;
/** The correction needs more steps than a text of that length may cost. */
export const TOO_COSTLY = 2;
/** The limit that a correction exceeds. */
export type ExceededLimit = typeof TOO_LONG | typeof TOO_COSTLY;
