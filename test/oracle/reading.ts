import type { Warning } from '../../compiler/kernel/model/contract.ts';
import type { Tolerance } from './spec.ts';

/** A record as its format gives it, before anything is asked of its values. */
export interface RawRecord {
  line: number;
  byteOffset: number;
  byteLength: number;
  /** What is wrong with its structure; null where it is right. IGNORE: wrong, but not to be told. */
  structure: { code: string; severity: Tolerance } | null;
  /** One text for each field of the spec, null where the record has none. Empty where the structure is FATAL. */
  texts: (string | null)[];
}

/** Completes the reading of a file without records: `hasOthers` says whether it has lines or elements that could be. */
export function endEmpty(reading: Reading, onNoRecords: string, hasOthers: boolean): Reading {
  if (reading.records.length > 0) return reading;
  const finding = { code: hasOthers ? 'no_record_found' : 'EMPTY_FILE', message: '' };
  if (hasOthers && onNoRecords === 'FATAL') return { ...reading, failure: finding };
  return { ...reading, warnings: [...reading.warnings, finding] };
}

/** What a format makes of a file: its records, and what is said of the file as a whole. */
export interface Reading {
  records: RawRecord[];
  otherLines: number;
  warnings: Warning[];
  failure: Warning | null;
}
