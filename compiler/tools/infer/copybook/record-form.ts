import type { Noted } from '../model/draft.ts';
import { countVariableRecords } from '../binary/variable-records.ts';

type Setting = Noted<readonly [key: string, value: unknown]>;

/** A file that a copybook describes. */
export interface CopybookData {
  readonly bytes: Uint8Array;
  /** Whether `bytes` is the whole file. If not, it is the beginning of the file. */
  readonly isWhole: boolean;
}

/** What a copybook says about the records of its files. */
export interface RecordFacts {
  /** The length of a record in bytes: the greatest one, if it varies. */
  readonly length: number;
  /** Whether a table at the end has a number of occurrences. */
  readonly isVariable: boolean;
  /** Whether numbers are bytes that are no text. */
  readonly hasStorage: boolean;
  readonly isEbcdic: boolean;
}

/** How records follow each other in a file. */
export interface RecordForm {
  readonly settings: readonly Setting[];
  readonly undecided: readonly string[];
  /** The place of each record of the data. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
}

const LF = 0x0a;

/**
 * Returns the settings for the records of a file: lines, records with a length before them, or records of one length.
 * Without data, the copybook decides.
 */
export function findRecordForm(facts: RecordFacts, data: CopybookData | null): RecordForm {
  const { length, isVariable, hasStorage, isEbcdic } = facts;
  if (data === null) {
    if (isVariable) return form(variable('RDW', 'or as the file has them: the number of occurrences varies'));
    return hasStorage || isEbcdic
      ? form(blocks(length))
      : form(lines(length, 'or lineTerminator: NONE, without line ends'));
  }
  if (data.bytes.length === 0) return { ...form(blocks(length)), undecided: ['the data are empty'] };
  if (!hasStorage && !isEbcdic && data.bytes.includes(LF)) return form(lines(length, null), rangesOfLines(data));
  const words = countVariableRecords(data.bytes, data.isWhole);
  const ranges = words === null ? null : rangesOfWords(data, length);
  if (ranges !== null) return form(variable(ranges.isBlocked ? 'RDW_BDW' : 'RDW', null), ranges.records);
  const rest = data.isWhole ? data.bytes.length % length : 0;
  return {
    ...form(blocks(length), rangesOfBlocks(data, length)),
    undecided: rest === 0 ? [] : [describeRest(data.bytes.length, length, rest)],
  };
}

function form(settings: readonly Setting[], ranges: RecordForm['ranges'] = []): RecordForm {
  return { settings, undecided: [], ranges };
}

function variable(lengths: string, note: string | null): Setting[] {
  return [{ value: ['records', { lengths, included: true }], note }];
}

function blocks(length: number): Setting[] {
  return [
    { value: ['recordLength', length], note: 'the length of the record in the copybook' },
    { value: ['lineTerminator', 'NONE'], note: null },
  ];
}

function lines(length: number, note: string | null): Setting[] {
  return [
    { value: ['recordLength', length], note: 'the length of the record in the copybook' },
    { value: ['onShortRecord', 'PAD'], note: note ?? 'blanks at the end of lines may be missing' },
  ];
}

function describeRest(size: number, length: number, rest: number): string {
  return `the data have ${size} bytes, which are no records of ${length} bytes: ${rest} are left. The copybook may be that of another file`;
}

function rangesOfBlocks({ bytes }: CopybookData, length: number): RecordForm['ranges'] {
  return Array.from({ length: Math.min(MAX_RECORDS, Math.floor(bytes.length / length)) }, (_, at) => [
    at * length,
    (at + 1) * length,
  ]);
}

/** The number of records in which values are looked at. */
const MAX_RECORDS = 10_000;

function rangesOfLines({ bytes }: CopybookData): RecordForm['ranges'] {
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < bytes.length && ranges.length < MAX_RECORDS; ) {
    const end = bytes.indexOf(LF, at);
    const stop = end < 0 ? bytes.length : end;
    ranges.push([at, bytes[stop - 1] === 0x0d ? stop - 1 : stop]);
    at = stop + 1;
  }
  return ranges;
}

/** Returns the places of records after their lengths, or null if one is longer than the record of the copybook. */
function rangesOfWords(
  { bytes }: CopybookData,
  longest: number,
): { records: RecordForm['ranges']; isBlocked: boolean } | null {
  const outer = readWords(bytes, 0, bytes.length);
  const inner = outer.map(([start, end]) => readWords(bytes, start, end));
  // A block is filled by its records.
  const isBlocked = outer.every(([, end], at) => inner[at]?.at(-1)?.[1] === end || end > bytes.length);
  const records = isBlocked ? inner.flat() : outer;
  const isFitting = records.every(([start, end]) => end - start <= longest);
  return isFitting ? { records: records.slice(0, MAX_RECORDS), isBlocked } : null;
}

/** Returns the places of records after their lengths. It ends before bytes that are no length. */
function readWords(bytes: Uint8Array, from: number, to: number): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  for (let at = from; at + WORD <= to; ) {
    const length = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    if (length < WORD || bytes[at + 2] !== 0 || bytes[at + 3] !== 0) return found;
    found.push([at + WORD, at + length]);
    at += length;
  }
  return found;
}

const WORD = 4;
