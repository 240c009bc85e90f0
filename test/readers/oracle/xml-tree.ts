import { XMLParser } from 'fast-xml-parser';
import { declareAll, declares, expandName, normalise, replaceReferences } from './xml-namespaces.ts';
import type { ExpandedName } from './xml-namespaces.ts';

/** An element of fast-xml-parser with its expanded name. */
export interface XmlNode extends ExpandedName {
  /** Its index among all elements, in the order of start tags. */
  index: number;
  attributes: (ExpandedName & { value: string })[];
  /** Its own text and CDATA, without its descendants'. Empty if `xsi:nil` says that it has no value. */
  text: string;
  /** Whether it has text of its own: characters other than blanks, references or CDATA. */
  hasContent: boolean;
  children: XmlNode[];
}

type Parsed = Record<string, unknown>;

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  cdataPropName: '#cdata',
  commentPropName: '#comment',
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 1000,
});

/**
 * Returns the tree of a well-formed document. `names` are its element names in the order of start tags, and
 * fast-xml-parser must find the same.
 */
export function parseTree(document: string, names: readonly string[]): XmlNode | null {
  const found: string[] = [];
  const read = (parsed: Parsed, outer: ReadonlyMap<string, string>): XmlNode => {
    const [name = ''] = Object.keys(parsed).filter((key) => key !== ':@');
    const index = found.push(name) - 1;
    const attributes = Object.entries((parsed[':@'] ?? {}) as Record<string, string>).map(([key, value]) => ({
      name: key,
      value: String(value),
    }));
    const scope = new Map(outer);
    declareAll(attributes, scope);
    const content = parsed[name] as Parsed[];
    const expanded = attributes
      .filter((attribute) => declares(attribute.name) === null)
      .map((attribute) => ({ ...sound(expandName(attribute.name, scope, true)), value: normalise(attribute.value) }));
    return {
      ...sound(expandName(name, scope, false)),
      index,
      attributes: expanded,
      text: expanded.some(saysNil) ? '' : content.map(textOf).join(''),
      hasContent: content.some(isContent),
      children: content.filter((part) => !isData(part)).map((part) => read(part, scope)),
    };
  };
  const [root] = (parser.parse(document) as Parsed[]).filter((part) => !isData(part));
  const tree = root === undefined ? null : read(root, new Map());
  if (JSON.stringify(found) !== JSON.stringify(names))
    throw new Error(`fast-xml-parser finds the elements ${JSON.stringify(found)}, the oracle ${JSON.stringify(names)}`);
  return tree;
}

/** Whether an attribute is `xsi:nil` of XML Schema, and true. */
function saysNil({ namespace, local, value }: ExpandedName & { value: string }): boolean {
  const isNil = namespace === 'http://www.w3.org/2001/XMLSchema-instance' && local === 'nil';
  return isNil && ['true', '1'].includes(value.trim());
}

function isData(part: Parsed): boolean {
  return '#text' in part || '#cdata' in part || '#comment' in part;
}

function isContent(part: Parsed): boolean {
  return '#cdata' in part || ('#text' in part && /[^ \t\r\n]/u.test(String(part['#text'])));
}

function textOf(part: Parsed): string {
  if ('#text' in part) return replaceReferences(String(part['#text']));
  if (!('#cdata' in part)) return '';
  return (part['#cdata'] as Parsed[]).map((inner) => String(inner['#text'])).join('');
}

function sound(name: ExpandedName | null): ExpandedName {
  if (name === null) throw new Error('the scan accepted a name with an undeclared prefix');
  return name;
}
