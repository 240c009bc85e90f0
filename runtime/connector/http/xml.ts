import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { ConnectorFailure } from '../failure.ts';

/** An element: its children by name, each as a list of elements or texts. */
export type XmlNode = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  parseTagValue: false,
  trimValues: false,
  htmlEntities: true,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
});

/**
 * Parses the XML of a response. An element that has attributes is no text. Throws ConnectorFailure with the code
 * `protocol_error` if the text is not well-formed or has a document type, which could define entities.
 */
export function parseXml(text: string): XmlNode {
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true)
    throw new ConnectorFailure('protocol_error', 'The server answered with XML that is not well-formed.');
  return parser.parse(text) as XmlNode;
}

/** Returns the elements at a path of names, in the order of the text. */
export function findNodes(node: XmlNode, ...path: readonly string[]): XmlNode[] {
  const [name, ...rest] = path;
  if (name === undefined) return [node];
  const children = node[name];
  return Array.isArray(children) ? children.flatMap((child) => (isNode(child) ? findNodes(child, ...rest) : [])) : [];
}

/** Returns the text of the first element at a path of names; undefined if there is none. */
export function findText(node: XmlNode, ...path: readonly string[]): string | undefined {
  for (const parent of findNodes(node, ...path.slice(0, -1))) {
    const children = parent[path.at(-1) ?? ''];
    const text = Array.isArray(children) ? children.find((child) => typeof child === 'string') : undefined;
    if (text !== undefined) return text as string;
  }
  return undefined;
}

function isNode(value: unknown): value is XmlNode {
  return typeof value === 'object' && value !== null;
}
