import { type Checkpoint, createCheckpoint } from '../../../../runtime/base/model/checkpoint.ts';
import { LeaseLost } from '../../../../runtime/state/store/engine/lease-lost.ts';
import { StoreUnavailable } from '../../../../runtime/state/store/engine/store-unavailable.ts';
import type { PieceCount } from '../../../../runtime/base/model/pieces.ts';
import type { OpenedRun } from '../../../../runtime/state/store/run-journal.ts';
import type { Ask } from './attempt-behaviour.ts';
import { NO_CHECKPOINT } from './requests.ts';

/** The bytes of a record with its line feed. */
const RECORD_BYTES = 3;

/**
 * Creates the parts of a store of runs that an attempt uses, with a piece in the place of the run if `piece` is not null.
 * Their requests are sent with `ask`.
 */
export function createRunStore(ask: Ask, piece: number | null) {
  const request: Ask = (to, call, ...args) =>
    ask(to, call, ...args).catch((error: unknown) => {
      throw toStoreError(String(error));
    });
  return {
    async find() {
      const [isEnded] = await request('store', 'find');
      return { ended: isEnded === 1 ? {} : null, checkpoint: null };
    },
    async openJournal(attempt: number): Promise<OpenedRun> {
      const answer = await request('store', 'openJournal', attempt);
      const [commits = 0, record = NO_CHECKPOINT, isPublished, hasDestination] = answer;
      const from = piece ?? 0;
      const checkpoint = toCheckpoint(record, from);
      // What a destination consists of does not matter here.
      if (checkpoint !== null && hasDestination === 1) checkpoint.destination = {};
      const opened = {
        checkpoint,
        journal: createJournal(request, { attempt, commits, from }),
        progressPath: null,
        messageFile: null,
      };
      if (piece === null) return opened;
      return {
        ...opened,
        piece: isPublished === 1 ? { kind: 'publish', range: RANGE } : { kind: 'count', from: null },
      };
    },
  };
}

/** The limits of a piece. The model reads its record without them. */
const RANGE: Omit<PieceCount, 'isLast'> = {
  from: null,
  end: { byteOffset: 0, line: 0, record: 0, state: null },
  readTo: null,
  durationMs: 0,
  processorMs: 0,
};

/** Like the journal of the store: after an entry that could not be stored, it stores nothing more. */
function createJournal(
  request: Ask,
  { attempt, from, ...opened }: { attempt: number; commits: number; from: number },
): OpenedRun['journal'] {
  let { commits } = opened;
  let last: Promise<unknown> = Promise.resolve();
  const write = (call: string, ...args: number[]): Promise<void> => {
    const written = last.then(() => request('store', call, attempt, commits, ...args));
    last = written.then(() => commits++);
    last.catch(() => {});
    return written.then(() => {});
  };
  return {
    commit({ checkpoint }) {
      const { position, counters } = JSON.parse(checkpoint) as Checkpoint;
      return write('commit', position?.record ?? from, counters.totalRecords);
    },
    finish: () => write('finish'),
    storeCount: () => write('storeCount'),
    close: async () => {},
  };
}

/** Returns the checkpoint after a record. The counters are those since the record `from`. */
function toCheckpoint(record: number, from: number): Checkpoint | null {
  if (record === NO_CHECKPOINT) return null;
  const first = createCheckpoint();
  if (record === 0) return first;
  const position = { byteOffset: record * RECORD_BYTES, line: record, record, state: null };
  const totalRecords = record - from;
  return { ...first, position, counters: { ...first.counters, totalRecords, processedRecords: totalRecords } };
}

function toStoreError(error: string): Error {
  if (error === 'lease_lost') return new LeaseLost();
  return error === 'unavailable' ? new StoreUnavailable(error) : new Error(error);
}
