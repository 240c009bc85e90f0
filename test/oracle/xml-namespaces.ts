import type { RawAttribute } from './xml-scan.ts';

const ownNamespaces = new Map([
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xmlns', 'http://www.w3.org/2000/xmlns/'],
]);

/** A name of a document: its namespace (empty: none), and what stands behind its prefix. */
export interface ExpandedName {
  namespace: string;
  local: string;
}

/** Whether a start tag breaks Namespaces in XML 1.0; what it declares is added to `scope`. */
export function isNamespaceFault(
  element: string,
  attributes: readonly RawAttribute[],
  scope: Map<string, string>,
): boolean {
  if (
    attributes.some(
      ({ name, value }) => declares(name) !== null && isWrongDeclaration(declares(name) ?? '', normalise(value)),
    )
  )
    return true;
  declareAll(attributes, scope);
  const named = attributes.filter(({ name }) => declares(name) === null).map(({ name }) => expand(name, scope, true));
  if (expand(element, scope, false) === null || named.includes(null)) return true;
  const written = named
    .filter((name) => name !== null && name.namespace !== '')
    .map((name) => `{${name?.namespace}}${name?.local}`);
  return (
    new Set(written).size < written.length ||
    attributes.some(({ name }) => name.split(':').some((part) => !isNCName(part)) || name.split(':').length > 2)
  );
}

/** Adds what attributes declare to a scope. */
export function declareAll(attributes: readonly RawAttribute[], scope: Map<string, string>): void {
  for (const { name, value } of attributes) {
    const prefix = declares(name);
    if (prefix !== null) scope.set(prefix, normalise(value));
  }
}

/** The prefix that an attribute declares, empty for the default namespace; null where it is no declaration. */
export function declares(name: string): string | null {
  return name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : null;
}

/** What a name stands for; null where it stands for nothing. The default namespace is not for attributes. */
export function expand(name: string, scope: ReadonlyMap<string, string>, isAttribute: boolean): ExpandedName | null {
  const parts = name.split(':');
  if (parts.length > 2 || !parts.every(isNCName)) return null;
  if (parts.length === 1) return { namespace: isAttribute ? '' : (scope.get('') ?? ''), local: name };
  const [prefix = '', local = ''] = parts;
  const namespace = prefix === 'xml' ? ownNamespaces.get('xml') : scope.get(prefix);
  return namespace === undefined || prefix === 'xmlns' ? null : { namespace, local };
}

/** An attribute's value (XML 1.0, 3.3.3): blanks are spaces, references what they stand for. */
export function normalise(value: string): string {
  return replaceReferences(value.replace(/\r\n|[\r\n\t]/gu, ' '));
}

/** What the five entities and references to characters stand for. */
export function replaceReferences(text: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' };
  return text.replace(
    /&(?:#x([0-9A-Fa-f]+)|#([0-9]+)|([a-z]+));/gu,
    (whole, hex?: string, decimal?: string, entity?: string) =>
      entity === undefined
        ? String.fromCodePoint(hex === undefined ? parseInt(decimal ?? '0', 10) : parseInt(hex, 16))
        : (entities[entity] ?? whole),
  );
}

function isWrongDeclaration(prefix: string, namespace: string): boolean {
  if (prefix === 'xmlns') return true;
  if (prefix === 'xml') return namespace !== ownNamespaces.get('xml');
  return [...ownNamespaces.values()].includes(namespace) || (prefix !== '' && namespace === '');
}

/** A name's first character is none that may stand only inside. */
function isNCName(part: string): boolean {
  return part !== '' && !/^[-.0-9\u00b7\u0300-\u036f\u203f\u2040]/u.test(part);
}
