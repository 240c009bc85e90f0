import { columnNameOf } from '../model/column-names.ts';
import { hasPredicate, type PathName, readRecordPath, readValuePath } from './path.ts';
import { encodingOf } from '../model/samples/encode-text.ts';
import { indented, isWritable, withReferences, writeBranch, writeDeclarations } from './sample-elements.ts';
import { createBranch, type FieldPath, isAmbiguous, written, type XmlBranch } from './sample-layout.ts';
import type { DocumentWriter, SampleType } from '../model/format-kind.ts';
import type { XmlSpec } from './keys.ts';
import type { SampleNode } from '../model/samples/sample-node.ts';

/** The elements of one record type. */
interface TypeElements {
  /** The elements between that of the enclosing record, or of the document, and the record. */
  readonly around: readonly string[];
  readonly record: XmlBranch;
}

/**
 * Creates a writer of XML documents with several record types. Values outside their record are not written. Returns
 * null if the paths of the types have no document in common.
 */
export function createDocumentWriter(spec: XmlSpec, types: readonly SampleType<XmlSpec>[]): DocumentWriter | null {
  const paths = types.map(({ spec: { recordPath = '' } }) => {
    const path = readRecordPath(recordPath);
    return path.kind === 'invalid' ? { from: 'ANYWHERE', elements: [] } : path;
  });
  const read = types.flatMap(({ spec: { fields } }) => fields.map((field) => readValuePath(columnNameOf(field))));
  // Elements between records are written without attributes.
  if ([...paths, ...read].some((path) => 'elements' in path && hasPredicate(path))) return null;
  const roots = new Set(
    paths.flatMap(({ from, elements }) => (from === 'DOCUMENT' ? elements.slice(0, 1) : [])).map(written),
  );
  const [root = 'records'] = roots;
  const elementsOf = types.map((type, index): TypeElements | null => {
    const { from, elements } = paths[index] ?? { from: 'ANYWHERE', elements: [] };
    const parent = paths[types.findIndex(({ name }) => name === type.in)];
    const depth = from === 'ANYWHERE' ? 0 : parent?.from === 'DOCUMENT' ? parent.elements.length : 1;
    const name = elements.at(-1);
    const record = name === undefined ? null : createRecord(type, name);
    return record === null ? null : { around: elements.slice(depth, -1).map(written), record };
  });
  const known = elementsOf.filter((type) => type !== null);
  if (roots.size > 1 || known.length < types.length) return null;
  const encode = encodingOf(spec.encoding ?? 'utf-8');
  const prolog = spec.encoding === undefined ? '<?xml version="1.0" encoding="UTF-8"?>\n' : '';
  const declarations = writeDeclarations(spec);
  const hasRecordAsRoot = paths.some(({ from, elements }) => from === 'DOCUMENT' && elements.length === 1);
  return (nodes) => {
    const isSeveral = hasRecordAsRoot && nodes.length !== 1;
    if (!nodes.every(isWritableNode) || (isSeveral && spec.concatenated !== true)) return null;
    const depth = hasRecordAsRoot ? 0 : 1;
    const lines = nodes.map((node) =>
      writeNode(node, depth, { types: known, textOf: (text) => withReferences(text, encode) }),
    );
    const documents = hasRecordAsRoot
      ? lines.map((line) => line.trimStart())
      : [`<${root}>${lines.join('')}\n</${root}>`];
    const declared = documents.map((text) => text.replace(`<${root}`, () => `<${root}${declarations}`));
    return encode(`${prolog}${declared.join('\n')}\n`);
  };
}

function createRecord({ spec }: SampleType<XmlSpec>, name: PathName): XmlBranch | null {
  const fields = spec.fields.flatMap((field, index): FieldPath[] => {
    const path = readValuePath(columnNameOf(field));
    const isInside = path.kind !== 'invalid' && path.from !== 'DOCUMENT';
    return isInside ? [{ names: path.elements, attribute: path.attribute, field: index }] : [];
  });
  return isAmbiguous(fields) ? null : createBranch(name, fields);
}

interface NodeContext {
  readonly types: readonly TypeElements[];
  readonly textOf: (text: string) => string;
}

/** Writes a record with the elements around it. `depth` is the number of elements that enclose them. */
function writeNode({ type, cells, children }: SampleNode, depth: number, context: NodeContext): string {
  const { around, record } = context.types[type] ?? {
    around: [],
    record: createBranch({ prefix: null, local: '' }, []),
  };
  const inside = depth + around.length;
  const { name } = record;
  const own = writeBranch(record, cells, { textOf: context.textOf, writesEmpty: true, depth: inside });
  const start = own === '' ? `<${name}></${name}>` : own;
  const inner = children.map((child) => writeNode(child, inside + 1, context)).join('');
  const opened = around.map((element, at) => `${indented(depth + at)}<${element}>`).join('');
  const closed = around.map((element, at) => `${indented(depth + at)}</${element}>`).reverse();
  return `${opened}${indented(inside)}${inner === '' ? start : insertInside(start, name, inner + indented(inside))}${closed.join('')}`;
}

/** Inserts elements at the end of an element: the values of a record precede the records inside it. */
function insertInside(element: string, name: string, inner: string): string {
  const end = element.lastIndexOf(`</${name}>`);
  return element.slice(0, end).replace(/\n *$/, '') + inner + element.slice(end);
}

function isWritableNode({ cells, children, raw }: SampleNode): boolean {
  return raw === undefined && isWritable(cells) && children.every(isWritableNode);
}
