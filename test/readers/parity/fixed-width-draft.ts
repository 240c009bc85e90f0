import * as fc from 'fast-check';
import { decodeEbcdic, isEbcdic } from '../oracle/ebcdic.ts';
import type { Feeding } from './arbitraries.ts';
import { encode } from './encode.ts';
import { choose, dial, lengthOf, pick, seldom } from './field-draft.ts';
import { tokens } from './pools.ts';
import type { Token } from './pools.ts';
import type { Entry } from './rule-draft.ts';
import { createSpec, specDrafts } from './spec-draft.ts';
import { addTitles } from './title-draft.ts';

const often = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: pick });
const hostile = fc.array(
  pick.map((n) => choose(tokens, n)),
  { maxLength: 5 },
);

const lines = fc.record({
  /** Mostly 0, a record; else one of `lineKinds`. */
  kind: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(7) }),
  cells: fc.array(often, { minLength: 5, maxLength: 5 }),
  hostile,
  at: pick,
  ending: dial,
});

const feedings: fc.Arbitrary<Feeding> = fc.record({
  chunks: fc.oneof(
    fc.constant<number[]>([]),
    fc.constant<number[]>([1]),
    fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
  ),
  skipInvalidRecords: fc.boolean(),
  batchRecords: pick.map((n) => choose([1000, 1, 2, 3, 7], n)),
  messages: fc.constant(true),
  maxRecordBytes: dial.map((n) => (n % 3 === 0 ? 0 : 20 + (n % 100))),
  resumeAt: pick,
});

/** Generates fixed-width specs, their files, and how they are read. */
export const fixedWidthDrafts = fc.record({
  spec: specDrafts,
  columns: fc.array(fc.record({ gap: dial, length: dial, right: fc.boolean(), pad: dial }), {
    minLength: 5,
    maxLength: 5,
  }),
  encoding: dial,
  blocks: fc.nat(2).map((n) => n === 2),
  recordLength: dial,
  header: seldom,
  when: dial,
  files: fc.array(
    fc.record({
      mark: seldom,
      lines: fc.array(lines, { maxLength: 12 }),
      ending: dial,
      lastEnd: fc.boolean(),
      feeding: feedings,
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

export type FixedWidthDraft = typeof fixedWidthDrafts extends fc.Arbitrary<infer T> ? T : never;
type LineDraft = FixedWidthDraft['files'][number]['lines'][number];

const encodings = [
  'UTF-8',
  'IBM037',
  'windows-1252',
  'IBM1047',
  'utf-16le',
  'utf-16be',
  'shift_jis',
  'IBM500',
  'gbk',
  'iso-8859-15',
  'IBM1140',
  'IBM273',
  'IBM297',
  'IBM871',
  'IBM1148',
  'gb18030',
  'euc-jp',
  'big5',
];
const pads = [' ', '0', '*', '😀', 'é', '_'];

/** A column of the file: its field, and texts for it. */
interface Column {
  start: number;
  length: number;
  right: boolean;
  pad: string;
  cells: string[];
}

export interface FixedWidthScenario {
  spec: Entry & { fields: Entry[] };
  syntax: 'json';
  today: string;
  files: { bytes: Uint8Array; feeding: Feeding }[];
}

/** Turns a draft into a valid spec and the bytes of its files. */
export function createFixedWidthScenario(draft: FixedWidthDraft): FixedWidthScenario {
  const { spec: csv, cells } = createSpec(draft.spec);
  const columns = placeColumns(draft, cells);
  const end = Math.max(...columns.map(({ start, length }) => start + length - 1));
  const recordLength = draft.blocks || draft.recordLength > 0 ? end + (draft.recordLength % 3) : undefined;
  const encoding = draft.encoding === 0 ? undefined : choose(encodings, draft.encoding);
  const {
    delimiter: _1,
    quote: _2,
    escape: _3,
    comment: _4,
    columnMatch: _5,
    recordWhen: _6,
    hasHeader: _7,
    encoding: _8,
    ...kept
  } = csv;
  const fields = csv.fields.map((field, i) => ({ ...field, ...keysOf(columns[i]) }));
  const selector = createSelector(draft, columns);
  const spec = {
    ...kept,
    format: 'FIXED_WIDTH',
    ...(encoding && { encoding }),
    ...(draft.blocks && { lineTerminator: 'NONE' }),
    ...(recordLength && { recordLength }),
    ...(draft.header && { hasHeader: true }),
    ...(selector && { recordWhen: selector }),
    fields,
  };
  const files = draft.files.map((file) => ({
    bytes: writeFile(file, columns, {
      encoding: encoding ?? 'utf-8',
      block: draft.blocks ? (recordLength ?? null) : null,
    }),
    feeding: file.feeding,
  }));
  const titled = addTitles(spec, draft.spec.lines.top);
  return { spec: titled, syntax: 'json', today: '2024-02-29', files };
}

function placeColumns({ columns }: FixedWidthDraft, cells: string[][]): Column[] {
  let next = 1;
  return cells.map((texts, i) => {
    const { gap, length, right, pad } = columns[i] ?? { gap: 0, length: 0, right: false, pad: 0 };
    const start = Math.max(1, next + choose([0, 1, 3, -1, -2], gap));
    const column = {
      start,
      length: Math.max(1, Math.min(30, lengthOf(texts[0] ?? '') + choose([0, 2, 5, -1], length))),
      right,
      pad: choose(pads, pad),
      cells: texts,
    };
    next = start + column.length;
    return column;
  });
}

function keysOf(column: Column | undefined): Entry {
  if (column === undefined) return {};
  const { start, length, right, pad } = column;
  return { start, length, ...(right && { align: 'RIGHT' }), ...(pad !== ' ' && { padChar: pad }) };
}

function createSelector({ when }: FixedWidthDraft, columns: Column[]): Entry | null {
  const [first] = columns;
  if (when === 0 || first === undefined) return null;
  const chars = [...writeCell(first, 0)];
  const length = Math.min(first.length, 1 + (when % 2));
  return { start: first.start, length, values: [chars.slice(0, length).join(''), '0', 'x '] };
}

function writeCell({ cells, length, right, pad }: Column, n: number): string {
  const chars = [...choose(cells, n)].slice(0, length);
  const padding = Array<string>(length - chars.length).fill(pad);
  return (right ? [...padding, ...chars] : [...chars, ...padding]).join('');
}

type Part = string | { bytes: readonly number[] };

function writeFile(
  { mark, lines, ending, lastEnd }: FixedWidthDraft['files'][number],
  columns: Column[],
  { encoding, block }: { encoding: string; block: number | null },
): Uint8Array {
  const parts = lines.flatMap((line, i): Part[] => {
    const written = writeLine(line, columns, block);
    const end =
      block !== null || (i === lines.length - 1 && !lastEnd)
        ? ''
        : choose(['\n', '\r\n', '\r', '\u0085'], ending + line.ending);
    return [...written, end];
  });
  const all: Part[] = mark ? ['\ufeff', ...parts] : parts;
  // A byte order mark decides, whatever the spec says.
  const used = mark ? choose(['utf-8', 'utf-16le', 'utf-16be', encoding], ending + lines.length) : encoding;
  return Uint8Array.from(all.flatMap((part) => (typeof part === 'string' ? [...encodeText(part, used)] : part.bytes)));
}

function writeLine({ kind, cells, hostile: texts, at }: LineDraft, columns: Column[], block: number | null): Part[] {
  const chars: string[] = [];
  columns.forEach((column, i) =>
    [...writeCell(column, cells[i] ?? 0)].forEach((char, k) => (chars[column.start - 1 + k] = char)),
  );
  const whole = Array.from(
    { length: Math.max(chars.length, block ?? 0) },
    (_, i) => chars[i] ?? choose([' ', 'x', '9'], at),
  );
  const other = texts.map(toPart);
  switch (kind) {
    case 1:
      return [whole.slice(0, at % (whole.length + 1)).join('')];
    case 2:
      return [whole.join(''), ...other];
    case 3:
      return other;
    case 4:
      return [''];
    case 5:
      return [whole.slice(0, at % whole.length).join(''), ...other, whole.slice(at % whole.length).join('')];
    case 6:
      return [whole.slice(0, -1).join('')];
    default:
      return [whole.join('')];
  }
}

function toPart(token: Token): Part {
  return typeof token === 'object' && 'dialect' in token ? '' : token;
}

/** Encodes a text. Characters outside the encoding become a question mark. */
export function encodeText(text: string, encoding: string): Uint8Array {
  if (!isEbcdic(encoding)) return encode(text, encoding);
  const table = decodeEbcdic(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    encoding,
    false,
  ).chars;
  return Uint8Array.from([...text].map((char) => (table.includes(char) ? table.indexOf(char) : 0x6f)));
}
