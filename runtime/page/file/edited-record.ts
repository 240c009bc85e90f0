import type { RecordPatch } from '../../../compiler/browser.ts';
import type { Outcome } from '../../../compiler/kernel/model/contract.ts';
import type { RecordError } from '../../base/model/record-error.ts';
import type { MessageValues } from './split-message.ts';
import type { StoredRecord } from './issue-store.ts';

/** A cell with a new value. */
export interface EditedCell {
  /** Index of the field in the layout of the record. */
  field: number;
  name: string;
  /** The original value, without quotes or padding. Null: the record is short and has no such cell. */
  before: string | null;
  after: string;
}

/** A record with new values, and what it becomes. */
export interface EditedRecord {
  /** Where the record is in the original file. */
  stored: StoredRecord;
  /** All bytes of the record, with its line end. */
  bytes: Uint8Array;
  /** The parts of the file that differ, as offsets in the original file. */
  patches: readonly RecordPatch[];
  cells: readonly EditedCell[];
  outcome: Outcome;
  /** The issues that the record has now. */
  error: RecordError;
  /** The values of its message. Undefined if it has none. */
  values: MessageValues | undefined;
}
