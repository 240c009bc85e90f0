/** The corrected text is longer than `maxRecordBytes`, or all corrected texts of the record together are too long. */
export const TOO_LONG = 1;
/** The correction would need more steps than are allowed for a text of this length. */
export const TOO_COSTLY = 2;
/** The limit that a correction of a field exceeds. */
export type ExceededLimit = typeof TOO_LONG | typeof TOO_COSTLY;
