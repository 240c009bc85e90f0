/** The record is not too long. */
export const NOTHING = '';
/** The record is too long from its start tag to its end tag. */
export const WHOLE_RECORD = 'the record is longer than';
/** The values that the record inherits from its surroundings are too long. */
export const INHERITED_VALUES = 'the values that the record inherits are longer than';
/** The values of a repeated element are too long when joined. */
export const JOINED_VALUES = 'joined values of the record are longer than';

/** Which part of a record is too long, as the beginning of a message. */
export type TooLong = typeof NOTHING | typeof WHOLE_RECORD | typeof INHERITED_VALUES | typeof JOINED_VALUES;
