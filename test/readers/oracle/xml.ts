import { decodeText, findOffset, isMalformed } from './lines.ts';
import type { Text } from './lines.ts';
import { endEmpty } from './reading.ts';
import type { RawRecord, Reading } from './reading.ts';
import type { Spec } from './spec.ts';
import { findEncoding } from './xml-encoding.ts';
import { isAttribute, matchesPathStart, matchesPath, readPath, selectValues } from './xml-paths.ts';
import type { Path } from './xml-paths.ts';
import { createWarning } from './header.ts';
import { addUnread } from './xml-unread.ts';
import { scanXml } from './xml-scan.ts';
import type { Scan, ElementSpan } from './xml-scan.ts';
import { parseTree } from './xml-tree.ts';
import type { XmlNode } from './xml-tree.ts';

/** Number of paths with a warning of their own. */
const MAX_LISTED = 100;

/** The last value of each field before a record, and the chain of its elements. A null value is too long to store. */
type Seen = ({ value: string | null; way: readonly XmlNode[] } | undefined)[];

/** A document being read. */
interface Source {
  spec: Spec;
  text: Text;
  /** The text, with a character that XML does not allow at every malformed sequence. */
  document: string;
  scan: Scan;
  recordPath: Path;
  fieldPaths: Path[];
  seen: Seen;
  /** The paths of records that no field reads. */
  unread: Set<string>;
}

/** Reads a whole XML document. fast-xml-parser builds the tree, and the paths are followed from element to element. */
export function readXml(spec: Spec, bytes: Uint8Array): Reading {
  const reading: Reading = { records: [], otherLines: 0, warnings: [], failure: null };
  const failure = { code: 'MALFORMED_XML', message: '' };
  const encoding = findEncoding(bytes, spec.encoding);
  if (encoding === null) return { ...reading, failure };
  const source = createSource(spec, bytes, encoding);
  const tree = parseSound(source);
  if (tree !== null) visit(source, { node: tree, above: [], records: reading.records, around: null });
  const unread = [...source.unread].map((path) => createWarning('UNKNOWN_COLUMN', path));
  reading.warnings = unread.slice(0, MAX_LISTED);
  if (!source.scan.isWhole) return { ...reading, failure };
  // One warning counts the others.
  reading.warnings = unread.slice(0, MAX_LISTED + 1);
  // A document always has an element.
  return endEmpty(reading, spec.onNoRecords, true);
}

function createSource(spec: Spec, bytes: Uint8Array, encoding: string): Source {
  const text = decodeText(bytes, encoding);
  const document = text.chars
    .map((char, i) => (char === '\uFFFD' && isMalformed(text, i, i + 1) ? '\u0001' : char))
    .join('');
  const fieldPaths = spec.fields.map(({ column }) => readPath(column, spec.namespaces));
  return {
    spec,
    text,
    document,
    scan: scanXml(document),
    recordPath: readPath(spec.recordPath, spec.namespaces),
    fieldPaths,
    seen: spec.fields.map(() => undefined),
    unread: new Set(),
  };
}

/** Returns the tree of the well-formed part. Open elements are closed at its end. */
function parseSound({ scan }: Source): XmlNode | null {
  if (scan.elements.length === 0) return null;
  const closing = scan.open.toReversed().map(({ name }) => `</${name}>`);
  return parseTree(
    scan.content + closing.join(''),
    scan.elements.map(({ name }) => name),
  );
}

interface Visit {
  node: XmlNode;
  /** Its ancestors. */
  above: XmlNode[];
  /** The list that receives records; null inside a record. */
  records: RawRecord[] | null;
  /** The ancestors of the current record; null outside records. */
  around: XmlNode[] | null;
}

function visit(source: Source, { node, above, records, around: outer }: Visit): void {
  const { recordPath } = source;
  const way = [...above, node];
  const isRecord = records !== null && matchesPath(recordPath, recordPath.from === 'ANYWHERE' ? [node] : way);
  const around = outer ?? (isRecord ? above : null);
  if (isRecord) forget(source, above);
  const before = [...source.seen];
  seeAttributes(source, way, around ?? way);
  for (const child of node.children)
    visit(source, { node: child, above: way, records: isRecord ? null : records, around });
  const span = source.scan.elements[node.index];
  // An element that is not closed has no value.
  if (span === undefined || span.to === null) return;
  source.fieldPaths.forEach((path, i) => {
    if (path.from === 'DOCUMENT' && path.attribute === null && matchesPath(path, way))
      see(source, { place: i, value: node.text, way, around: around ?? way });
  });
  if (!isRecord) return;
  const record = createRecord(source, { node, span, before });
  records.push(record);
  if (record.structure?.code !== 'RECORD_TOO_LONG') addUnread(source.unread, source, node, above);
}

function seeAttributes(source: Source, way: XmlNode[], around: XmlNode[]): void {
  const node = way.at(-1);
  const span = node && source.scan.elements[node.index];
  const tag = span && /^<(?:[^"'>]|"[^"]*"|'[^']*')*>/u.exec(source.document.slice(span.from))?.[0];
  const isTagTooLong = Buffer.byteLength(tag ?? '') > source.spec.maxRecordBytes;
  for (const attribute of node?.attributes ?? []) {
    source.fieldPaths.forEach((path, i) => {
      if (path.from === 'DOCUMENT' && isAttribute(path, attribute) && matchesPath(path, way))
        see(source, { place: i, value: isTagTooLong ? null : attribute.value, way, around });
    });
  }
}

/** Deletes values of a path that leads to an ancestor of the record, if they were in another element. */
function forget(source: Source, around: readonly XmlNode[]): void {
  source.seen.forEach((_, i) => {
    if (isStale(source, i, around)) source.seen[i] = undefined;
  });
}

function isStale({ seen, fieldPaths }: Source, place: number, around: readonly XmlNode[]): boolean {
  const path = fieldPaths[place];
  return around.some(
    (element, k) =>
      path !== undefined && seen[place]?.way[k] !== element && matchesPathStart(path, around.slice(0, k + 1)),
  );
}

/** All stored values together take at most the bytes of the largest record. */
function see(
  source: Source,
  { place, value, way, around }: { place: number; value: string | null; way: XmlNode[]; around: XmlNode[] },
): void {
  const { seen, spec } = source;
  const others = seen.reduce(
    (sum, one, i) => sum + (i === place || isStale(source, i, around) ? 0 : Buffer.byteLength(one?.value ?? '')),
    0,
  );
  const fits = value !== null && others + Buffer.byteLength(value) <= spec.maxRecordBytes;
  seen[place] = { value: fits ? value : null, way };
}

function createRecord(
  { spec, text, document, fieldPaths }: Source,
  { node, span, before }: { node: XmlNode; span: ElementSpan; before: Seen },
): RawRecord {
  const to = span.to ?? span.from;
  const offsetOf = (at: number) => findOffset(text, [...document.slice(0, at)].length);
  const isTooLong = (value: string) => Buffer.byteLength(value) > spec.maxRecordBytes;
  const taken = spec.fields.map(({ separator }, i) =>
    takeValue(fieldPaths[i], { node, separator, before: before[i]?.value }),
  );
  const tooLong =
    isTooLong(document.slice(span.from, to)) ||
    before.some((one) => one?.value === null) ||
    taken.some(({ value, isJoined }) => isJoined && isTooLong(value ?? ''));
  const several = taken.some(({ isSeveral }) => isSeveral) ? spec.onSeveralMatches : '';
  const repeated = several === '' || several === 'IGNORE' ? null : { code: 'SEVERAL_MATCHES', severity: several };
  return {
    line: document.slice(0, span.from).split(/\r\n|\r|\n/u).length,
    byteOffset: offsetOf(span.from),
    byteLength: offsetOf(to) - offsetOf(span.from),
    structure: tooLong ? { code: 'RECORD_TOO_LONG', severity: 'FATAL' } : repeated,
    texts: tooLong ? [] : taken.map(({ value }) => value),
  };
}

interface Place {
  node: XmlNode;
  separator: string | null;
  before: string | null | undefined;
}

function takeValue(
  path: Path | undefined,
  { node, separator, before }: Place,
): { value: string | null; isJoined: boolean; isSeveral: boolean } {
  if (path === undefined || path.from === 'DOCUMENT')
    return { value: before ?? null, isJoined: false, isSeveral: false };
  const values = selectValues(path, node);
  const isJoined = separator !== null && values.length > 1;
  return {
    value: isJoined ? values.join(separator) : (values[0] ?? null),
    isJoined,
    isSeveral: separator === null && values.length > 1,
  };
}
