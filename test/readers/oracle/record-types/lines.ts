import type { Severity } from '../../../../compiler/kernel/model/contract.ts';
import { readCsv } from '../csv.ts';
import { readFixedWidth } from '../fixed-width.ts';
import type { RawRecord, Reading } from '../reading.ts';
import { withGroups } from './groups.ts';
import { addDefaults, type Selector, settleSelectors, type Spec } from '../spec.ts';

type Tree = Record<string, unknown>;

/** A type of records: its spec, and how its records are recognized. */
export interface OracleType {
  tree: Tree;
  spec: Spec;
  /** The spec without the copied fields, as which the file is read. */
  ownSpec: Spec;
  /** Where the value of each copied field is: a type and a field. */
  copies: ReadonlyMap<string, { type: number; field: string }>;
}

/** A record as each type would read it. */
export interface Line {
  /** -1: no type. */
  type: number;
  raw: RawRecord;
  /** XML: the indexes of the records whose elements enclose this one. Absent in other formats. */
  open?: readonly number[];
  /** The number of lines that continue the record. Default: 0. */
  joined?: number;
  /** The number of the group of a line that the record is. Absent: it is no group. */
  group?: number;
  /** Whether filler lines precede the record. Default: false. */
  followsFiller?: boolean;
}

/** Reads the file once for each type, as if all lines were records of that type, and takes each line from its own. */
export function readLines(
  tree: Tree,
  types: readonly OracleType[],
  bytes: Uint8Array,
): { lines: Line[]; otherLines: number; failure: string | null; count: number } {
  const read: (spec: Spec, bytes: Uint8Array) => Reading = tree['format'] === 'CSV' ? readCsv : readFixedWidth;
  const settings = { ...tree, onMissingColumns: 'IGNORE', onExtraColumns: 'IGNORE', recordLength: 'Infinity' };
  const selectors = types.map(({ tree: { when, delimiter, repeat } }) => {
    if (repeat !== undefined) return () => false;
    const own = delimiter === undefined ? {} : { delimiter };
    if (when === undefined) return null;
    return selectLines(when as Tree, (place) => read(selectorSpec({ ...settings, ...own }, place), bytes));
  });
  // The columns of groups have other names.
  const readings = types.map((type) =>
    read((type.tree['repeat'] === undefined ? type : (types[0] ?? type)).ownSpec, bytes),
  );
  const fallback = selectors.indexOf(null);
  const first = readings[0];
  if (first === undefined || first.failure !== null)
    return { lines: [], otherLines: first?.otherLines ?? 0, failure: first?.failure?.code ?? null, count: 0 };
  const others = (['continuation', 'filler'] as const).map((key) => {
    const when = (tree[key] as Tree | undefined)?.['when'] as Tree | undefined;
    if (when === undefined) return () => false;
    return selectLines(when, (place) => read(selectorSpec({ ...settings, ...tree }, place), bytes));
  });
  const [isContinuation = () => false, isFiller = () => false] = others;
  const all = first.records.map((raw, index): Line => {
    const selected = selectors.findIndex((selector) => selector?.(index) === true);
    const type = selected >= 0 ? selected : fallback;
    return { type, raw: readings[type]?.records[index] ?? { ...raw, structure: null, texts: [] } };
  });
  const isIgnored = settingOf(tree, 'onUnknownRecordType') === null;
  const joining: Joining = { lines: [], fillers: 0, isAfterFiller: false, canJoin: false };
  const join = (line: Line, index: number): void => {
    if (isFiller(index)) {
      joining.fillers++;
      joining.isAfterFiller = true;
      joining.canJoin = false;
    } else if (isContinuation(index) && joining.canJoin) {
      joining.lines.at(-1)?.indexes.push(index);
    } else {
      const own = isContinuation(index) ? { ...line, type: -1 } : line;
      joining.canJoin = own.type >= 0 || !isIgnored;
      if (!joining.canJoin) return;
      joining.lines.push({ line: { ...own, followsFiller: joining.isAfterFiller }, indexes: [index] });
      joining.isAfterFiller = false;
    }
  };
  all.forEach(join);
  const texts = first.records.map(({ byteOffset, byteLength }) =>
    new TextDecoder().decode(bytes.subarray(byteOffset, byteOffset + byteLength)).replace(/[\r\n]+$/, ''),
  );
  const header = tree['format'] === 'CSV' && tree['hasHeader'] !== false ? `${headerOf(bytes)}\n` : '';
  const joined = joining.lines.map(({ line, indexes }): Line => {
    const last = first.records[indexes.at(-1) ?? -1];
    const type = types[line.type];
    const { byteOffset } = line.raw;
    const byteLength = last === undefined ? 0 : last.byteOffset + last.byteLength - byteOffset;
    const more = indexes.length - 1;
    if (more === 0 || type === undefined) return { ...line, joined: more, raw: { ...line.raw, byteLength } };
    const text = joinTexts(
      indexes.map((index) => texts[index] ?? ''),
      tree,
      type.ownSpec.delimiter,
    );
    const raw = read(type.ownSpec, new TextEncoder().encode(header + text)).records[0] ?? line.raw;
    return { ...line, joined: more, raw: { ...raw, line: line.raw.line, byteOffset, byteLength } };
  });
  const lines = joined.flatMap((line, at) => {
    const text = texts[joining.lines[at]?.indexes[0] ?? -1] ?? '';
    return withGroups(tree, types, { line, text }, header);
  });
  const count = joined.reduce((sum, { joined = 0 }) => sum + 1 + joined, joining.fillers);
  const otherLines = first.otherLines + all.length - count + joining.fillers;
  const isFailed = lines.length === 0 && all.length > 0 && tree['onNoRecords'] !== 'WARNING';
  return { lines, otherLines, failure: isFailed ? 'no_record_found' : null, count };
}

interface Joining {
  /** The records so far, each with the indexes of its lines. */
  lines: { line: Line; indexes: number[] }[];
  fillers: number;
  isAfterFiller: boolean;
  /** Whether the line before is part of a record. */
  canJoin: boolean;
}

/** Returns the text of a record as one line, without the values that select its continuation lines. */
function joinTexts([first = '', ...others]: readonly string[], tree: Tree, delimiter: string): string {
  const [{ start, length } = { start: 1, length: 0 }] = settleSelectors(
    ((tree['continuation'] as Tree)['when'] ?? {}) as Tree,
  );
  const shared = String(tree['delimiter'] ?? ',');
  return others.reduce((text, line) => {
    if (tree['format'] !== 'CSV') return text + [...line].slice(start - 1 + length).join('');
    // The selecting column is the first one.
    return line.includes(shared)
      ? text + delimiter + line.slice(line.indexOf(shared) + 1).replaceAll(shared, delimiter)
      : text;
  }, first);
}

function headerOf(bytes: Uint8Array): string {
  return /[^\r\n]+/.exec(new TextDecoder().decode(bytes))?.[0] ?? '';
}

/** Returns a function that returns whether all conditions hold for the line with an index. */
function selectLines(when: Tree, readAt: (place: Selector) => Reading): (index: number) => boolean {
  const conditions = settleSelectors(when).map((selector) => ({ selector, records: readAt(selector).records }));
  return (index) =>
    conditions.every(({ selector, records }) => {
      const text = records[index]?.texts.at(-1) ?? null;
      return text !== null && selector.selects(text);
    });
}

/** Returns the spec that reads the text that selects lines. */
function selectorSpec(tree: Tree, { start, length, column }: Selector): Spec {
  const place = column === '' ? { start, length, padChar: '\u0000' } : { columnName: column };
  return addDefaults({ ...tree, onMissingColumns: 'IGNORE', onExtraColumns: 'IGNORE', ...selectorOf(tree, place) });
}

/** A spec whose last field is the text that selects a type. CSV by position needs the fields before it. */
function selectorOf(tree: Tree, place: Tree): Tree {
  const selector = { name: 'selector', type: 'STRING', ...place };
  const number = Number(place['columnName']);
  if (tree['format'] !== 'CSV' || Number.isNaN(number)) return { fields: [selector] };
  const before = Array.from({ length: number - 1 }, (_, index) => ({ name: `before${index}`, type: 'STRING' }));
  return { columnMatch: 'POSITION', fields: [...before, selector] };
}

/** Returns the severity of a setting. Null: IGNORE. */
export function settingOf(tree: Tree, key: string): Severity | null {
  const setting = tree[key] ?? 'FATAL';
  return setting === 'IGNORE' ? null : (setting as Severity);
}
