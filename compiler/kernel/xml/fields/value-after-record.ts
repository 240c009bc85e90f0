import { MalformedXml } from '../syntax/malformed-xml.ts';
import type { XmlReader } from '../syntax/reader.ts';

/** The message if a record before required the value. */
export const REQUIRED_BEFORE =
  'a required field of records before reads this value, which comes after them. Make the element around them a record type that encloses them';

const MESSAGE =
  'a field of the enclosing record reads this element, but the first record inside has begun. Set hold: true on the type of the enclosing record';

/** Thrown if a field of an enclosing record reads an element after the first record inside, or one that contains it. */
export class ValueAfterRecord extends MalformedXml {
  override readonly name = 'ValueAfterRecord';
  override readonly code = 'VALUE_AFTER_RECORD';

  constructor({ at }: XmlReader, message = MESSAGE) {
    super(message, at);
  }
}
