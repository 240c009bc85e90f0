import type { RawAttribute } from './xml-scan.ts';

const ownNamespaces = new Map([
  ['xml', 'http://www.w3.org/XML/1998/namespace'],
  ['xmlns', 'http://www.w3.org/2000/xmlns/'],
]);

/** A name in a document: its namespace (empty: none) and its local name. */
export interface ExpandedName {
  namespace: string;
  local: string;
}

/** Returns whether a start tag violates Namespaces in XML 1.0. Adds its declarations to `scope`. */
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
  const named = attributes
    .filter(({ name }) => declares(name) === null)
    .map(({ name }) => expandName(name, scope, true));
  if (expandName(element, scope, false) === null || named.includes(null)) return true;
  const written = named
    .filter((name) => name !== null && name.namespace !== '')
    .map((name) => `{${name?.namespace}}${name?.local}`);
  return (
    new Set(written).size < written.length ||
    attributes.some(({ name }) => name.split(':').some((part) => !isNCName(part)) || name.split(':').length > 2)
  );
}

/** Adds the namespace declarations among attributes to a scope. */
export function declareAll(attributes: readonly RawAttribute[], scope: Map<string, string>): void {
  for (const { name, value } of attributes) {
    const prefix = declares(name);
    if (prefix !== null) scope.set(prefix, normalise(value));
  }
}

/**
 * Returns the prefix that an attribute declares, empty for the default namespace, or null if it is not a declaration.
 */
export function declares(name: string): string | null {
  return name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : null;
}

/**
 * Expands a prefixed name, or returns null if its prefix is not declared. The default namespace does not apply to
 * attributes.
 */
export function expandName(
  name: string,
  scope: ReadonlyMap<string, string>,
  isAttribute: boolean,
): ExpandedName | null {
  const parts = name.split(':');
  if (parts.length > 2 || !parts.every(isNCName)) return null;
  if (parts.length === 1) return { namespace: isAttribute ? '' : (scope.get('') ?? ''), local: name };
  const [prefix = '', local = ''] = parts;
  const namespace = prefix === 'xml' ? ownNamespaces.get('xml') : scope.get(prefix);
  return namespace === undefined || prefix === 'xmlns' ? null : { namespace, local };
}

/** Normalises an attribute value (XML 1.0, 3.3.3): whitespace becomes spaces, references are replaced. */
export function normalise(value: string): string {
  return replaceReferences(value.replace(/\r\n|[\r\n\t]/gu, ' '));
}

/** Replaces character references and the five predefined entities. */
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

/** Returns whether a part of a name is not empty and has a valid first character. */
function isNCName(part: string): boolean {
  return part !== '' && !/^[-.0-9\u00b7\u0300-\u036f\u203f\u2040]/u.test(part);
}
