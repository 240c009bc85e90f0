import { XMLParser } from 'fast-xml-parser';

/** An element as fast-xml-parser returns it: children by name, always as lists. */
export type XmlNode = Readonly<Record<string, unknown>>;

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false, trimValues: false, isArray: () => true });

/** Parses a short answer of a store. Texts stay texts. */
export function parseXml(text: string): XmlNode {
  return parser.parse(text) as XmlNode;
}

/** The elements at a path. */
export function nodesAt(node: XmlNode, ...path: readonly string[]): XmlNode[] {
  const [name, ...rest] = path;
  if (name === undefined) return [node];
  const children = node[name];
  return Array.isArray(children) ? children.flatMap((child) => (isNode(child) ? nodesAt(child, ...rest) : [])) : [];
}

/** The texts of the elements at a path. */
export function textsOf(node: XmlNode, ...path: readonly string[]): string[] {
  const name = path.at(-1) ?? '';
  return nodesAt(node, ...path.slice(0, -1)).flatMap((parent) => {
    const children = parent[name];
    return Array.isArray(children) ? children.filter((child) => typeof child === 'string') : [];
  });
}

function isNode(value: unknown): value is XmlNode {
  return typeof value === 'object' && value !== null;
}
