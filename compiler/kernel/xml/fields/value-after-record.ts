import { MalformedXml } from '../syntax/malformed-xml.ts';
import type { XmlReader } from '../syntax/reader.ts';
import { findByName, type XmlElement } from './element.ts';

const MESSAGE =
  'a field of the enclosing record reads this element, but the first record inside has begun. Give the element a record type of its own';

/** Thrown if a field of an enclosing record reads an element after the first record inside, or one that contains it. */
export class ValueAfterRecord extends MalformedXml {
  override readonly name = 'ValueAfterRecord';
  override readonly code = 'VALUE_AFTER_RECORD';

  constructor({ at }: XmlReader) {
    super(MESSAGE, at);
  }
}

/** Returns whether a field reads the element whose start tag was read last. `state` is that of the element. */
export function readsElement(state: XmlElement, { tag, namespaces }: XmlReader): boolean {
  if (state.text.length > 0) return true;
  for (let i = 0; i < tag.count; i++) {
    const name = tag.names[i];
    if (name !== undefined && findByName(state.attributes, name.local, namespaces.ofAttributes[i] ?? '') !== null)
      return true;
  }
  return false;
}
