/** A name in a path as it is written; a prefix says in which namespace it stands, without one that is open. */
export interface PathName {
  readonly prefix: string | null;
  readonly local: string;
}

/** A path of an XML spec. */
export interface XmlPath {
  readonly kind: 'path';
  /** Where it begins: at the document, at any element, at the record. */
  readonly from: 'DOCUMENT' | 'ANYWHERE' | 'RECORD';
  /** The elements on the way, the last one with the value; none: the record itself. */
  readonly elements: readonly PathName[];
  /** The attribute that holds the value; null: the last element's text. */
  readonly attribute: PathName | null;
}

/** Why a text is no path. */
export interface WrongPath {
  readonly kind: 'wrong';
  readonly detail: string;
}

/** No document has elements that are nested deeper. */
export const MOST_LEVELS = 256;

/** A path to the elements that are records: `/Document/Stmt/Ntry`, or `//Ntry`. */
export function readRecordPath(path: string): XmlPath | WrongPath {
  if (path.startsWith('//')) return readNames('ANYWHERE', [path.slice(2)], 'an element’s name stands behind //');
  if (!path.startsWith('/')) return { kind: 'wrong', detail: 'it begins with / or //' };
  return readNames('DOCUMENT', path.slice(1).split('/'), 'elements’ names stand between slashes');
}

/** A path to a value: below the record `Amt`, `Amt/@Ccy`, `@id`, `.`; seen before it `/Document/Stmt/IBAN`. */
export function readValuePath(path: string): XmlPath | WrongPath {
  if (path === '.') return { kind: 'path', from: 'RECORD', elements: [], attribute: null };
  if (path.startsWith('//')) return { kind: 'wrong', detail: 'only recordPath may begin with //' };
  const from = path.startsWith('/') ? 'DOCUMENT' : 'RECORD';
  const steps = (from === 'DOCUMENT' ? path.slice(1) : path).split('/');
  const last = steps.at(-1) ?? '';
  if (!last.startsWith('@')) return readNames(from, steps, 'elements’ names stand between slashes');
  if (path.startsWith('/@')) return { kind: 'wrong', detail: 'an attribute belongs to an element' };
  const read = readNames(
    from,
    [...steps.slice(0, -1), last.slice(1)],
    'elements’ names stand between slashes, and @ before the last one says attribute',
  );
  return read.kind === 'wrong'
    ? read
    : { ...read, elements: read.elements.slice(0, -1), attribute: read.elements.at(-1) ?? null };
}

/** All names of a path. */
export function namesOf({ elements, attribute }: XmlPath): readonly PathName[] {
  return attribute === null ? elements : [...elements, attribute];
}

/** Whether a text is a name without colon (Namespaces in XML 1.0, NCName). */
export function isXmlName(name: string): boolean {
  return xmlName.test(name);
}

// XML 1.0, fifth edition, 2.3: NameStartChar and NameChar without the colon.
const nameStart =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const xmlName = new RegExp(`^[${nameStart}][${nameStart}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040]*$`, 'u');

function readNames(from: XmlPath['from'], names: readonly string[], detail: string): XmlPath | WrongPath {
  if (names.length > MOST_LEVELS)
    return {
      kind: 'wrong',
      detail: `it has ${names.length} names; no document is read that is nested more than ${MOST_LEVELS} levels deep`,
    };
  const elements: PathName[] = [];
  for (const name of names) {
    const parts = name.split(':');
    if (parts.length > 2 || !parts.every(isXmlName)) return { kind: 'wrong', detail };
    elements.push({ prefix: parts.length === 2 ? (parts[0] ?? null) : null, local: parts.at(-1) ?? '' });
  }
  return { kind: 'path', from, elements, attribute: null };
}
