import type { Batch } from '../../../../compiler/kernel/model/contract.ts';

/** A place between two batches of a run: the number of the last record before it, and the bytes of all messages before it. */
export interface Place {
  readonly record: number;
  readonly bytes: number;
}

/** Where a batch, or several consecutive ones, begin and end in their run. */
export interface Span {
  readonly begin: Place;
  readonly end: Place;
}

/** Limits of the records and bytes that are sent but not committed. After a crash, they are sent again. */
const RECORDS_IN_FLIGHT = 5000;
export const BYTES_IN_FLIGHT = 4 * 1024 * 1024;
/** Limits of the batches that share a record batch. They must be lower than those above. */
const JOINED_RECORDS = 2500;
const JOINED_BYTES = 2 * 1024 * 1024;

/**
 * Which messages of a run may be sent: those that follow the last checkpoint by at most 5,000 records and 4 MiB. Other
 * messages may be prepared, because a crash cannot repeat what was not sent.
 *
 * The messages of the first batch after the checkpoint may always be sent, so a run never waits for itself. Therefore a
 * record batch contains only batches that may be sent together, when the first of them follows the checkpoint.
 */
export class SendWindow {
  #added: Place;
  #committed: Place;

  /** `record` is the number of the last record before the run, or before this attempt. */
  constructor(record: number) {
    this.#added = { record, bytes: 0 };
    this.#committed = this.#added;
  }

  /** Adds the next batch of the run. Returns its span. */
  add({ next, bytes, keys }: Batch): Span {
    const begin = this.#added;
    this.#added = { record: next.record, bytes: begin.bytes + bytes.length + keys.length };
    return { begin, end: this.#added };
  }

  /** Moves the window to the end of a batch whose checkpoint is durable. */
  commit(end: Place): void {
    if (end.bytes >= this.#committed.bytes) this.#committed = end;
  }

  /** Returns whether batches with this span may share a record batch. A batch of any size may have one of its own. */
  mayJoin({ begin, end }: Span): boolean {
    return end.record - begin.record <= JOINED_RECORDS && end.bytes - begin.bytes <= JOINED_BYTES;
  }

  /** Returns whether messages of batches with this span may be sent. `lastRecord` is the record of the last message. */
  permits({ begin, end }: Span, lastRecord: number): boolean {
    const { record, bytes } = this.#committed;
    if (begin.bytes <= bytes && begin.record <= record) return true;
    return lastRecord - record <= RECORDS_IN_FLIGHT && end.bytes - bytes <= BYTES_IN_FLIGHT;
  }
}
