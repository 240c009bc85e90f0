import type { Warning } from '../../../compiler/kernel/model/contract.ts';
import type { Tolerance } from './spec.ts';

/** A record as its format produces it, before its values are checked. */
export interface RawRecord {
  line: number;
  byteOffset: number;
  byteLength: number;
  /** The defect of its structure; null if there is none. IGNORE: defective, but not reported. */
  structure: { code: string; severity: Tolerance } | null;
  /** One text per field of the spec, null if the record has none. Empty if the structure is FATAL. */
  texts: (string | null)[];
}

/** Completes the reading of a file without records. `hasOthers`: it has lines or elements that could be records. */
export function endEmpty(reading: Reading, onNoRecords: string, hasOthers: boolean): Reading {
  if (reading.records.length > 0) return reading;
  const finding = { code: hasOthers ? 'no_record_found' : 'EMPTY_FILE', message: '' };
  if (hasOthers && onNoRecords === 'FATAL') return { ...reading, failure: finding };
  return { ...reading, warnings: [...reading.warnings, finding] };
}

/** A file as its format produces it: its records, its warnings and its failure. */
export interface Reading {
  records: RawRecord[];
  otherLines: number;
  /** The lines before the header or the first record that fields may name. Null: too long, or malformed. */
  titles?: (string | null)[];
  warnings: Warning[];
  failure: Warning | null;
}
