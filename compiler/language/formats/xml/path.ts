/** A name in a path. A name without a prefix matches elements of any namespace. */
export interface PathName {
  readonly prefix: string | null;
  readonly local: string;
}

/** A parsed path of an XML spec. */
export interface XmlPath {
  readonly kind: 'path';
  /** Where the path begins: at the root of the document, at any element, or at the record. */
  readonly from: 'DOCUMENT' | 'ANYWHERE' | 'RECORD';
  /** The names of the elements, from the outermost to the innermost. Empty for the record itself. */
  readonly elements: readonly PathName[];
  /** The attribute that contains the value, or null if the value is the text of the last element. */
  readonly attribute: PathName | null;
}

/** The reason why a text is not a valid path, as a clause without a full stop. */
export interface PathError {
  readonly kind: 'invalid';
  readonly detail: string;
}

/** Maximum nesting of elements in a document. */
export const MAX_LEVELS = 256;

/** Parses the value of recordPath: `/Document/Stmt/Ntry`, or `//Ntry` for elements at any depth. */
export function readRecordPath(path: string): XmlPath | PathError {
  if (path.startsWith('//')) return readNames('ANYWHERE', [path.slice(2)], '// must be followed by one element name');
  if (!path.startsWith('/')) return { kind: 'invalid', detail: 'it must begin with / or //' };
  return readNames('DOCUMENT', path.slice(1).split('/'), 'it must consist of element names with slashes between them');
}

/**
 * Parses the path of a field's value, inside the record (`Amt`, `Amt/@Ccy`, `@id`, `.`) or before it
 * (`/Document/Stmt/IBAN`).
 */
export function readValuePath(path: string): XmlPath | PathError {
  if (path === '.') return { kind: 'path', from: 'RECORD', elements: [], attribute: null };
  if (path.startsWith('//')) return { kind: 'invalid', detail: 'only recordPath may begin with //' };
  const from = path.startsWith('/') ? 'DOCUMENT' : 'RECORD';
  const steps = (from === 'DOCUMENT' ? path.slice(1) : path).split('/');
  const last = steps.at(-1) ?? '';
  if (!last.startsWith('@'))
    return readNames(from, steps, 'it must consist of element names with slashes between them');
  if (path.startsWith('/@')) return { kind: 'invalid', detail: 'an attribute must be preceded by its element' };
  const read = readNames(
    from,
    [...steps.slice(0, -1), last.slice(1)],
    'it must consist of element names with slashes between them, and the name after @ must be an attribute name',
  );
  return read.kind === 'invalid'
    ? read
    : { ...read, elements: read.elements.slice(0, -1), attribute: read.elements.at(-1) ?? null };
}

/** Returns all names of a path in order, with the attribute last. */
export function namesOf({ elements, attribute }: XmlPath): readonly PathName[] {
  return attribute === null ? elements : [...elements, attribute];
}

/** Returns whether a text is an XML name without a colon (NCName in Namespaces in XML 1.0). */
export function isXmlName(name: string): boolean {
  return xmlName.test(name);
}

// NameStartChar and NameChar of XML 1.0 (fifth edition, section 2.3), without the colon.
const nameStart =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const xmlName = new RegExp(`^[${nameStart}][${nameStart}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040]*$`, 'u');

function readNames(from: XmlPath['from'], names: readonly string[], detail: string): XmlPath | PathError {
  if (names.length > MAX_LEVELS)
    return {
      kind: 'invalid',
      detail: `it has ${names.length} names, but documents may be nested at most ${MAX_LEVELS} levels deep`,
    };
  const elements: PathName[] = [];
  for (const name of names) {
    const parts = name.split(':');
    if (parts.length > 2 || !parts.every(isXmlName)) return { kind: 'invalid', detail };
    elements.push({ prefix: parts.length === 2 ? (parts[0] ?? null) : null, local: parts.at(-1) ?? '' });
  }
  return { kind: 'path', from, elements, attribute: null };
}
