/** A path of an XML spec, or why it is none. */
export type XmlPath =
  | { readonly kind: 'path'; readonly prefixes: readonly string[] }
  | { readonly kind: 'wrong'; readonly detail: string };

/** A path to the elements that are records: `/Document/Stmt/Ntry`, or `//Ntry`. */
export function readRecordPath(path: string): XmlPath {
  if (path.startsWith('//')) return readNames([path.slice(2)], 'an element’s name stands behind //');
  if (!path.startsWith('/')) return { kind: 'wrong', detail: 'it begins with / or //' };
  return readNames(path.slice(1).split('/'), 'elements’ names stand between slashes');
}

/** A path to a value: below the record `Amt`, `Amt/@Ccy`, `@id`, `.`; seen before it `/Document/Stmt/IBAN`. */
export function readValuePath(path: string): XmlPath {
  if (path === '.') return { kind: 'path', prefixes: [] };
  if (path.startsWith('//')) return { kind: 'wrong', detail: 'only recordPath may begin with //' };
  const steps = (path.startsWith('/') ? path.slice(1) : path).split('/');
  const last = steps.at(-1) ?? '';
  if (!last.startsWith('@')) return readNames(steps, 'elements’ names stand between slashes');
  if (path.startsWith('/@')) return { kind: 'wrong', detail: 'an attribute belongs to an element' };
  return readNames([...steps.slice(0, -1), last.slice(1)], 'elements’ names stand between slashes, and @ before the last one says attribute');
}

/** Whether a text is a name without colon (Namespaces in XML 1.0, NCName). */
export function isXmlName(name: string): boolean {
  return xmlName.test(name);
}

// XML 1.0, fifth edition, 2.3: NameStartChar and NameChar without the colon.
const nameStart = 'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const xmlName = new RegExp(`^[${nameStart}][${nameStart}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040]*$`, 'u');

function readNames(names: readonly string[], detail: string): XmlPath {
  const prefixes: string[] = [];
  for (const name of names) {
    const parts = name.split(':');
    if (parts.length > 2 || !parts.every(isXmlName)) return { kind: 'wrong', detail };
    if (parts.length === 2 && parts[0] !== undefined) prefixes.push(parts[0]);
  }
  return { kind: 'path', prefixes };
}
