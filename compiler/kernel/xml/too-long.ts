/** No part of the record is too long. */
export const NOTHING = '';
/** The record is longer than the limit, from the beginning of its start tag to the end of its end tag. */
export const WHOLE_RECORD = 'the record is longer than';
/** The texts that the record inherits from elements outside it are too long. */
export const INHERITED_VALUES = 'the values that the record inherits are longer than';
/** The joined values of a field are too long. */
export const JOINED_VALUES = 'joined values of the record are longer than';

/** The part of a record that is too long, as the beginning of a message. The limit in bytes follows. */
export type TooLong = typeof NOTHING | typeof WHOLE_RECORD | typeof INHERITED_VALUES | typeof JOINED_VALUES;
