import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createReferenceTable, describeReferenceTable, ReferenceFault } from '../../../compiler/reference-tables.ts';
import type { ReferenceTable } from '../../../compiler/kernel/model/contract.ts';
import { startThread } from '../../base/program/start-thread.ts';

/** What the thread reads: the CSV file of a table. Both threads share its memory. */
export interface TableTask {
  readonly bytes: Uint8Array;
  /** The column of the keys. Null: only the columns and rows are wanted. */
  readonly key: string | null;
}

/** What a CSV file contains. */
export interface TableContent {
  readonly columns: string[];
  readonly rows: number;
}

/** The one message of the thread. `fault`: the file is no table. */
export type TableAnswer =
  | { readonly kind: 'table'; readonly table: ReferenceTable }
  | { readonly kind: 'content'; readonly content: TableContent }
  | { readonly kind: 'fault'; readonly reason: string };

/** Reads the CSV file of a table. The memory of the table can be shared with threads. */
export function readTableFile({ bytes, key }: TableTask): TableAnswer {
  try {
    return key === null
      ? { kind: 'content', content: describeReferenceTable(bytes) }
      : { kind: 'table', table: createReferenceTable(bytes, key, true) };
  } catch (error) {
    if (error instanceof ReferenceFault) return { kind: 'fault', reason: error.message };
    throw error;
  }
}

/** A file of at most this many bytes is read within a few ms, so it needs no thread. */
const SMALL_BYTES = 256 * 1024;
/** How many bytes are hashed in one turn of the event loop. */
const HASH_BYTES = 4 * 1024 * 1024;

/** Returns the version of a table: the SHA-256 of its file, hexadecimal. Other work has its turns between. */
export async function versionOfTable(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += HASH_BYTES) {
    if (at > 0) await nextTurn();
    hash.update(bytes.subarray(at, at + HASH_BYTES));
  }
  return hash.digest('hex');
}

/** Returns the columns and the number of rows of a CSV file. Throws ReferenceFault if it is not a table. */
export async function describeTable(bytes: Uint8Array): Promise<TableContent> {
  const answer = await readInTurn({ bytes, key: null });
  if (answer.kind !== 'content') throw new Error(`the answer is a ${answer.kind}`);
  return answer.content;
}

/**
 * Returns the table of a CSV file, with memory that threads can share. Throws ReferenceFault if the file is no table. A
 * large file is read in a thread of its own, one after the other, so the event loop stays free.
 */
export async function buildTable(bytes: Uint8Array, key: string): Promise<ReferenceTable> {
  const answer = await readInTurn({ bytes, key });
  if (answer.kind !== 'table') throw new Error(`the answer is a ${answer.kind}`);
  return answer.table;
}

/** The last reading in a thread. Each waits for the one before it, so the memory of one is needed. */
let last: Promise<unknown> = Promise.resolve();

async function readInTurn(task: TableTask): Promise<Exclude<TableAnswer, { kind: 'fault' }>> {
  const reading = task.bytes.length <= SMALL_BYTES ? readTableFile(task) : last.then(() => readInThread(task));
  const done = (): void => {};
  // The last table is not kept.
  if (reading instanceof Promise) last = reading.then(done, done);
  const answer = await reading;
  if (answer.kind === 'fault') throw new ReferenceFault(answer.reason);
  return answer;
}

async function readInThread({ bytes, key }: TableTask): Promise<TableAnswer> {
  const worker = startThread('state/reference/table-thread', {});
  try {
    worker.postMessage({ bytes: shareBytes(bytes), key } satisfies TableTask);
    const [answer] = await Promise.race([once(worker, 'message'), once(worker, 'exit').then(failAtExit)]);
    return answer as TableAnswer;
  } finally {
    await worker.terminate();
  }
}

function failAtExit(): never {
  throw new Error('the thread that reads reference tables ended without an answer');
}

/** Returns the bytes in memory that threads can share: the same memory if it can be shared already. */
export function shareBytes(bytes: Uint8Array): Uint8Array {
  if (bytes.buffer instanceof SharedArrayBuffer) return bytes;
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
