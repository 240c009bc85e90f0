/** A name in a path. A name without a prefix matches elements of any namespace. */
export interface PathName {
  readonly prefix: string | null;
  readonly local: string;
  /** Which of the elements with this name are meant. Absent: all of them. */
  readonly predicate?: PathPredicate;
}

/**
 * Limits a step of a path to the elements with an attribute that has exactly this value, `Ref[@type='po']`, or to one
 * of the elements that have the name and the parent in common, `Ref[2]`.
 */
export type PathPredicate =
  | { readonly attribute: PathName; readonly value: string }
  | { readonly attribute: null; readonly position: number };

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
  if (path.startsWith('//')) {
    const read = readNames('ANYWHERE', [path.slice(2)], '// must be followed by one element name');
    return read.kind === 'path' && read.elements.some(({ predicate }) => predicate?.attribute === null)
      ? { kind: 'invalid', detail: 'a position is only possible in a path that begins with one /' }
      : read;
  }
  if (!path.startsWith('/')) return { kind: 'invalid', detail: 'it must begin with / or //' };
  return readNames('DOCUMENT', splitSteps(path.slice(1)), 'it must consist of element names with slashes between them');
}

/**
 * Parses the path of a field's value, inside the record (`Amt`, `Amt/@Ccy`, `@id`, `.`, `Ref[@type='po']`, `Ref[2]`) or
 * before it (`/Document/Stmt/IBAN`).
 */
export function readValuePath(path: string): XmlPath | PathError {
  if (path === '.') return { kind: 'path', from: 'RECORD', elements: [], attribute: null };
  if (path.startsWith('//')) return { kind: 'invalid', detail: 'only recordPath may begin with //' };
  const from = path.startsWith('/') ? 'DOCUMENT' : 'RECORD';
  const steps = splitSteps(from === 'DOCUMENT' ? path.slice(1) : path);
  const last = steps.at(-1) ?? '';
  if (!last.startsWith('@'))
    return readNames(from, steps, 'it must consist of element names with slashes between them');
  if (path.startsWith('/@')) return { kind: 'invalid', detail: 'an attribute must be preceded by its element' };
  const read = readNames(
    from,
    [...steps.slice(0, -1), last.slice(1)],
    'it must consist of element names with slashes between them, and the name after @ must be an attribute name',
  );
  if (read.kind === 'path' && read.elements.at(-1)?.predicate !== undefined)
    return { kind: 'invalid', detail: 'brackets may follow the name of an element only' };
  return read.kind === 'invalid'
    ? read
    : { ...read, elements: read.elements.slice(0, -1), attribute: read.elements.at(-1) ?? null };
}

/** Returns all names of a path in order, with the attribute last. Those in predicates follow their elements. */
export function namesOf({ elements, attribute }: XmlPath): readonly PathName[] {
  const all = elements.flatMap((name) => [
    name,
    ...(name.predicate?.attribute == null ? [] : [name.predicate.attribute]),
  ]);
  return attribute === null ? all : [...all, attribute];
}

/** Returns whether a path has a step that not all elements with its name match. */
export function hasPredicate({ elements }: Pick<XmlPath, 'elements'>): boolean {
  return elements.some(({ predicate }) => predicate !== undefined);
}

/** Returns whether a text is an XML name without a colon (NCName in Namespaces in XML 1.0). */
export function isXmlName(name: string): boolean {
  return xmlName.test(name);
}

// NameStartChar and NameChar of XML 1.0 (fifth edition, section 2.3), without the colon.
const nameStart =
  'A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
const xmlName = new RegExp(`^[${nameStart}][${nameStart}\\-.0-9\\xB7\\u0300-\\u036F\\u203F\\u2040]*$`, 'u');

/** Splits a path at the slashes that are not inside quotes. */
function splitSteps(path: string): string[] {
  const steps: string[] = [''];
  let quote = '';
  for (const character of path) {
    if (quote === '' && character === '/') {
      steps.push('');
      continue;
    }
    if (quote === character) quote = '';
    else if (quote === '' && /["']/.test(character)) quote = character;
    steps[steps.length - 1] += character;
  }
  return steps;
}

const PREDICATE = /^([^[]*)\[(?:@([^=\s"'[\]]+)\s*=\s*(?:'([^']*)'|"([^"]*)")|([1-9]\d{0,8}))\]$/u;
const PREDICATES = `brackets after a name must contain an attribute with its value, as in Ref[@type='order'], or a position from 1, as in Ref[2]`;

function readNames(from: XmlPath['from'], names: readonly string[], detail: string): XmlPath | PathError {
  if (names.length > MAX_LEVELS)
    return {
      kind: 'invalid',
      detail: `it has ${names.length} names, but documents may be nested at most ${MAX_LEVELS} levels deep`,
    };
  const elements: PathName[] = [];
  for (const text of names) {
    const found = text.includes('[') ? PREDICATE.exec(text) : [text, text];
    if (found === null) return { kind: 'invalid', detail: PREDICATES };
    const [, own = '', attributeText, single, double, position] = found;
    const name = readName(own);
    const attribute = attributeText === undefined ? null : readName(attributeText);
    if (name === null || (attributeText !== undefined && attribute === null)) return { kind: 'invalid', detail };
    const predicate =
      attribute !== null
        ? { attribute, value: single ?? double ?? '' }
        : position === undefined
          ? undefined
          : ({ attribute: null, position: Number(position) } as const);
    elements.push(predicate === undefined ? name : { ...name, predicate });
  }
  return { kind: 'path', from, elements, attribute: null };
}

function readName(text: string): PathName | null {
  const parts = text.split(':');
  if (parts.length > 2 || !parts.every(isXmlName)) return null;
  return { prefix: parts.length === 2 ? (parts[0] ?? null) : null, local: parts.at(-1) ?? '' };
}
