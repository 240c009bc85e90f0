import type { SpecModule, TransformOptions } from '../../../compiler/kernel/model/contract.ts';
import type { Random } from '../../support/random.ts';
import { transform } from './run-module.ts';

/** The parts of a file: the bytes before its records, the records, and the bytes after them. */
export interface FileParts {
  before: Uint8Array;
  records: Uint8Array[];
  /** The records without issues. */
  clean: Uint8Array[];
  behind: Uint8Array;
}

/**
 * Splits a file into its parts. A limit that every record exceeds makes each one a record with issues, which has a
 * position.
 */
export function splitFile(module: SpecModule, bytes: Uint8Array): FileParts {
  const problemsOf = (options: TransformOptions) =>
    transform(module, [bytes.slice()], { today: '2024-02-29', messages: false, ...options }).flatMap(
      ({ recordIssues }) => recordIssues,
    );
  const places = problemsOf({ maxRecordBytes: 1 }).filter(({ byteLength }) => byteLength > 0);
  const bad = new Set(problemsOf({}).map(({ byteOffset }) => byteOffset));
  const last = places.at(-1);
  const cut = ({ byteOffset, byteLength }: { byteOffset: number; byteLength: number }): Uint8Array =>
    bytes.slice(byteOffset, byteOffset + byteLength);
  return {
    before: bytes.slice(0, places[0]?.byteOffset ?? bytes.length),
    records: places.map(cut),
    clean: places
      .filter(({ byteOffset }) => !bad.has(byteOffset))
      .map(cut)
      .flatMap((record) => (isOfDocument(record) ? [record, plain(record), plain(record)] : [record])),
    behind: last === undefined ? new Uint8Array(0) : bytes.slice(last.byteOffset + last.byteLength),
  };
}

/**
 * Creates a file of many records taken from the given files. The share of clean records varies, and some records are
 * changed a little.
 */
export function createLongFile(
  files: readonly [FileParts, ...FileParts[]],
  random: Random,
  records: number,
): Uint8Array {
  const { before, behind } = random.pick(files);
  const all = files.flatMap((file) => file.records);
  const clean = files.flatMap((file) => file.clean);
  const isDocument = all.some(isOfDocument);
  const changeOneIn = random.pick(isDocument ? [20, 100, 1000] : [2, 10, 100]);
  const dirtyOneIn = random.pick([2, 10, 100]);
  // The fast reader accepts documents whose records look alike.
  const shapes = isDocument ? random.pick([1, 1, 3]) : Infinity;
  const first = random.below(2 ** 20);
  const parts = Array.from({ length: records }, () => {
    const pool = clean.length > 0 && !random.oneIn(dirtyOneIn) ? clean : all;
    const record = pool[(first + random.below(Math.min(shapes, pool.length))) % pool.length] ?? new Uint8Array(0);
    return random.oneIn(changeOneIn) ? change(record, random, isDocument) : record;
  });
  return new Uint8Array(Buffer.concat([before, ...parts, behind]));
}

/** Generates options for reading a file of `length` bytes. */
export function drawOptions(random: Random, length: number): TransformOptions {
  return {
    today: '2024-02-29',
    skipInvalidRecords: random.oneIn(2),
    messages: !random.oneIn(8),
    batchRecords: random.pick(length > 20_000 ? [1000, 50] : [1000, 50, 7, 1]),
    ...(random.oneIn(6) && { maxRecordBytes: 20 + random.below(200) }),
    ...(random.oneIn(8) && { maxMessageBytes: 40 + random.below(100) }),
  };
}

const LESS_THAN = 0x3c;
const GREATER_THAN = 0x3e;
const AMPERSAND = 0x26;
type Bytes = readonly number[];
const bytesOf = (text: string): Bytes[] => [...text].map((character) => [...new TextEncoder().encode(character)]);
const IN_DOCUMENTS: readonly [Bytes, ...Bytes[]] = [[], ...bytesOf("0123456789aAzZ .-+,;:'\\té\u00a0€\u3000😀]")];
const IN_LINES: readonly [Bytes, ...Bytes[]] = [...IN_DOCUMENTS, ...bytesOf('"\u0001')];
/** Rare, because one of them ends the reading of a document or splits a line. */
const SELDOM: readonly [Bytes, ...Bytes[]] = [
  [LESS_THAN],
  [AMPERSAND],
  [0xff],
  [0xc3],
  [0x0a],
  [0x0d],
  [0x00],
  [0xe2, 0x82],
  [0xed, 0xa0, 0x80],
  [0x5d, 0x5d, GREATER_THAN],
];

function isOfDocument(record: Uint8Array): boolean {
  return record[0] === LESS_THAN && record.includes(GREATER_THAN);
}

/** Returns the element without what only the careful reader accepts, such as comments and references. */
function plain(record: Uint8Array): Uint8Array {
  const text = Buffer.from(record).toString('latin1');
  return Uint8Array.from(
    Buffer.from(
      text
        .replace(/<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[[^]*?\]\]>/gu, '')
        .replace(/&#?\w+;/gu, '7')
        .replace(/\s+(?=[>=])|(?<==)\s+(?=["'])/gu, '')
        .replace(/<[^>]*>/gu, (tag) => tag.replace(/\s+/gu, ' ')),
      'latin1',
    ),
  );
}

/** Replaces, removes or inserts some bytes, but none of tags and references. */
function change(record: Uint8Array, random: Random, isDocument: boolean): Uint8Array {
  if (isDocument && (record.includes(AMPERSAND) || record.includes(0)) && !random.oneIn(50)) return record;
  let changed = record;
  for (let i = 0; i <= random.below(3); i++) {
    const at = placeIn(changed, random, isDocument);
    const put = random.oneIn(isDocument ? 1000 : 100)
      ? random.pick(SELDOM)
      : random.pick(isDocument ? IN_DOCUMENTS : IN_LINES);
    changed = Uint8Array.from([
      ...changed.subarray(0, at),
      ...put,
      ...changed.subarray(Math.min(at + random.below(3), endOfText(changed, at))),
    ]);
  }
  return changed;
}

/** Returns a position outside tags and before the line end. */
function placeIn(record: Uint8Array, random: Random, isDocument: boolean): number {
  const tries = isDocument ? 8 : 1;
  for (let i = 0; i < tries; i++) {
    const at = random.below(record.length);
    const tag = isDocument ? record.lastIndexOf(LESS_THAN, at) : -1;
    if (tag < 0 || record.subarray(tag, at).includes(GREATER_THAN)) return at;
  }
  return isDocument ? record.indexOf(GREATER_THAN) + 1 : 0;
}

function endOfText(record: Uint8Array, at: number): number {
  const end = record.findIndex((byte, i) => i >= at && (byte === LESS_THAN || byte === 0x0a || byte === 0x0d));
  return end < 0 ? record.length : end;
}
