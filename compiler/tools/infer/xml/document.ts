import { createRequire } from 'node:module';
import { MAX_LEVELS } from '../../../language/formats/xml/path.ts';
import { NoDraft } from '../model/no-draft.ts';

// fast-xml-parser is loaded only when a sample is read, because the compiler does not need it.
const require = createRequire(import.meta.url);

/** An element of an XML sample. */
export interface SampleElement {
  /** The name without its prefix. */
  readonly local: string;
  /** The namespace URI, or `''` for none. */
  readonly namespace: string;
  /** The text and CDATA directly inside the element, joined. */
  readonly text: string;
  readonly attributes: readonly SampleAttribute[];
  readonly children: readonly SampleElement[];
}

/** An attribute of an element. `local` is its name without the prefix. `namespace` is its URI, or `''` for none. */
export interface SampleAttribute {
  readonly local: string;
  readonly namespace: string;
  readonly value: string;
}

/** Whether a text looks like an XML document: it begins with an element, a declaration, a DOCTYPE or a comment. */
export function looksLikeXml(text: string): boolean {
  return /^\ufeff?\s*<(?:\?[\p{L}_]|!--|!DOCTYPE\s|[\p{L}_][\p{L}\p{N}_.:-]*(?:\s[^<]*)?\/?>)/u.test(
    text.slice(0, 10_000),
  );
}

/**
 * Reads a sample with fast-xml-parser and returns its document element, or those of several documents of the same name that
 * follow each other. An incomplete sample is read as far as possible.
 * @throws NoDraft if the document is not well-formed, has a DOCTYPE with declarations, or contains no element.
 */
export function readXml(text: string, isWhole: boolean): readonly [SampleElement, ...SampleElement[]] {
  const doctype = /<!DOCTYPE\s[^>[]*\[/.exec(text.slice(0, 100_000));
  if (doctype !== null && !/<[\p{L}_]/u.test(text.slice(0, doctype.index)))
    throw new NoDraft('it has a DOCTYPE with declarations, which is not supported');
  const [root, ...others] = elementsOf(
    parse(text, isWhole),
    new Map([
      ['', ''],
      ['xml', XML_NAMESPACE],
    ]),
  );
  if (root === undefined) throw new NoDraft('it contains no element');
  return [root, ...others.filter(({ local }) => local === root.local)];
}

/** Returns the number of elements with each local name. */
export function countNames(siblings: readonly SampleElement[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { local } of siblings) counts.set(local, (counts.get(local) ?? 0) + 1);
  return counts;
}

const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const MAX_CUTS = 20;

/**
 * Parses a document. If it is not the whole file, drops incomplete tags at the end, at most 20. Throws NoDraft if the
 * rest is not well-formed.
 */
function parse(text: string, isWhole: boolean): readonly ParsedNode[] {
  // `require` is untyped. The type is that of the same package.
  const { XMLParser } = require('fast-xml-parser') as typeof import('fast-xml-parser');
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    cdataPropName: CDATA,
    ignoreDeclaration: true,
    ignorePiTags: true,
    htmlEntities: true,
    maxNestedTags: MAX_LEVELS,
  });
  let end = isWhole ? text.length : text.lastIndexOf('>') + 1;
  for (let cuts = 0; ; cuts++) {
    try {
      // With `preserveOrder`, the parser returns lists of nodes.
      return parser.parse(text.slice(0, end)) as readonly ParsedNode[];
    } catch (error) {
      if (isWhole || cuts === MAX_CUTS || end <= 1)
        throw new NoDraft(
          `it is not well-formed XML: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
        );
      end = text.lastIndexOf('>', end - 2) + 1;
    }
  }
}

const CDATA = '#cdata';
const ATTRIBUTES = ':@';
/** A node of fast-xml-parser: the element name with its children, or `#text` with its text, and attributes in `:@`. */
type ParsedNode = Readonly<Record<string, unknown>>;

function elementsOf(nodes: readonly ParsedNode[], scope: ReadonlyMap<string, string>): SampleElement[] {
  return nodes.flatMap((node) => {
    const name = nameOf(node);
    return name === undefined || name.startsWith('#') ? [] : [elementOf(node, name, scope)];
  });
}

function elementOf(node: ParsedNode, name: string, outer: ReadonlyMap<string, string>): SampleElement {
  const written = Object.entries((node[ATTRIBUTES] ?? {}) as Record<string, string>);
  const scope = written.some(([key]) => isDeclaration(key))
    ? new Map([
        ...outer,
        ...written.filter(([key]) => isDeclaration(key)).map(([key, uri]) => [key.slice(6), uri] as const),
      ])
    : outer;
  const inner = (node[name] ?? []) as readonly ParsedNode[];
  return {
    ...expand(name, scope, scope.get('') ?? ''),
    text: inner.map(textOf).join(''),
    attributes: written
      .filter(([key]) => !isDeclaration(key))
      .map(([key, value]) => ({ ...expand(key, scope, ''), value: String(value) })),
    children: elementsOf(inner, scope),
  };
}

function nameOf(node: ParsedNode): string | undefined {
  return Object.keys(node).find((key) => key !== ATTRIBUTES);
}

function textOf(node: ParsedNode): string {
  if ('#text' in node) return String(node['#text']);
  return CDATA in node ? (node[CDATA] as readonly ParsedNode[]).map(textOf).join('') : '';
}

function isDeclaration(attribute: string): boolean {
  return attribute === 'xmlns' || attribute.startsWith('xmlns:');
}

function expand(
  name: string,
  scope: ReadonlyMap<string, string>,
  otherwise: string,
): { local: string; namespace: string } {
  const at = name.indexOf(':');
  return at < 0
    ? { local: name, namespace: otherwise }
    : { local: name.slice(at + 1), namespace: scope.get(name.slice(0, at)) ?? '' };
}
