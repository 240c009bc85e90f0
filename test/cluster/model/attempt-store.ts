import { type Checkpoint, createCheckpoint } from '../../../runtime/model/checkpoint.ts';
import { LeaseLost } from '../../../runtime/store/engine/lease-lost.ts';
import { StoreUnavailable } from '../../../runtime/store/engine/store-unavailable.ts';
import type { OpenedRun } from '../../../runtime/store/run-journal.ts';
import type { Ask } from './attempt-behaviour.ts';
import { NO_CHECKPOINT } from './requests.ts';

/** The bytes of a record with its line feed. */
const RECORD_BYTES = 3;

/** Creates the parts of a store of runs that an attempt uses. Their requests are sent with `ask`. */
export function createRunStore(ask: Ask) {
  const request: Ask = (to, call, ...args) =>
    ask(to, call, ...args).catch((error: unknown) => {
      throw toStoreError(String(error));
    });
  return {
    async find() {
      const [isEnded] = await request('store', 'find');
      return { ended: isEnded === 1 ? {} : null, checkpoint: null };
    },
    async openJournal(_: string, attempt: number): Promise<OpenedRun> {
      const [commits = 0, checkpoint = NO_CHECKPOINT] = await request('store', 'openJournal', attempt);
      return {
        checkpoint: toCheckpoint(checkpoint),
        journal: createJournal(request, attempt, commits),
        progressPath: null,
        messageFile: null,
      };
    },
  };
}

/** Like the journal of the store: after an entry that could not be stored, it stores nothing more. */
function createJournal(request: Ask, attempt: number, opened: number): OpenedRun['journal'] {
  let commits = opened;
  let last: Promise<unknown> = Promise.resolve();
  const write = (call: string, ...args: number[]): Promise<void> => {
    const written = last.then(() => request('store', call, attempt, commits, ...args));
    last = written.then(() => commits++);
    last.catch(() => {});
    return written.then(() => {});
  };
  return {
    commit: ({ checkpoint }) => write('commit', recordOf(JSON.parse(checkpoint) as Checkpoint)),
    finish: () => write('finish'),
    close: async () => {},
  };
}

function recordOf({ position }: Checkpoint): number {
  return position?.record ?? 0;
}

function toCheckpoint(record: number): Checkpoint | null {
  if (record === NO_CHECKPOINT) return null;
  const first = createCheckpoint();
  if (record === 0) return first;
  const position = { byteOffset: record * RECORD_BYTES, line: record, record, state: null };
  return { ...first, position, counters: { ...first.counters, totalRecords: record, processedRecords: record } };
}

function toStoreError(error: string): Error {
  if (error === 'lease_lost') return new LeaseLost();
  return error === 'unavailable' ? new StoreUnavailable(error) : new Error(error);
}
