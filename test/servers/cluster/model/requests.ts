/** A request of an attempt to the store, to Kafka or to a timer. `args` are numbers: attempts, epochs, records, offsets. */
export interface Request {
  readonly to: 'store' | 'kafka' | 'timer';
  readonly call: string;
  readonly args: readonly number[];
}

/**
 * `lease_lost`: the attempt is outdated. `refused`: the run has ended, or another journal was opened. `fenced`: another
 * producer has the transactional id. `unavailable`: no answer has arrived.
 */
export type Answer =
  | { readonly value: readonly number[] }
  | { readonly error: 'lease_lost' | 'refused' | 'fenced' | 'unavailable' };

/** What has happened to an attempt: an answer to the request with the index `at`, or the signal to stop. */
export type Event = 'stop' | { readonly at: number; readonly answer: Answer };

export const UNAVAILABLE: Answer = { error: 'unavailable' };

/** Checkpoint of a run that has none, and of one that has stored only the facts about its destination. */
export const NO_CHECKPOINT = -1;

/** How many records the file has. Each is a batch with its own checkpoint. */
export const RECORDS = 3;

/** How many pieces the file of a run in pieces has. Each has one record. */
export const PIECES = 2;

export function formatRequest({ to, call, args }: Request): string {
  return `${to}.${call}(${args.join(', ')})`;
}
