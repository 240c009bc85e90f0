import { findByName, type XmlElement } from './element.ts';

/** The namespace of the attribute `nil` (XML Schema 1.0 Part 1, section 2.6.2). */
export const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/** Returns the index of the attribute `xsi:nil` among the first `count` attributes of a tag, or -1. */
export function findNil(
  names: readonly { readonly local: string }[],
  count: number,
  namespaceOf: (index: number) => string,
): number {
  for (let i = 0; i < count; i++) if (names[i]?.local === 'nil' && namespaceOf(i) === INSTANCE) return i;
  return -1;
}

/** Returns whether a field reads the attribute `xsi:nil` of an element. */
export function isNilRead(element: XmlElement | null): boolean {
  return element !== null && findByName(element.attributes, 'nil', INSTANCE) !== null;
}

/** Returns whether a value of `xsi:nil` is true: a boolean of XML Schema, with blanks around it. */
export function isNilValue(value: string): boolean {
  return /^[ \t\r\n]*(?:true|1)[ \t\r\n]*$/.test(value);
}
