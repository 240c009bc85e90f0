import type { ChildProcess } from 'node:child_process';
import * as assert from 'uvu/assert';
import { openStoreReader } from '../../../runtime/state/store/open-store-reader.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import type { Workplace } from '../../runtime/specmill.ts';

/** The only unfinished run of a data folder, and what it has read and published to the topic `t`. */
export interface InterruptedRun {
  runId: string;
  /** Number of unfinished runs. */
  count: number;
  records: number;
  messages: number;
}

/**
 * Starts a command that publishes to the topic `t` of the data folder `data`, and kills it once the topic has this many
 * messages. With 0, kills it once its run is stored. The command must still run then.
 */
export async function killAt(at: Workplace, call: readonly string[], messages: number): Promise<void> {
  const child = at.start(call);
  const exited = exitOf(child);
  let isOver = false;
  void exited.then(() => (isOver = true));
  while (!isOver && (await countMessages(at.path('data'))) < messages)
    await new Promise((resolve) => setTimeout(resolve, 3));
  child.kill('SIGKILL');
  assert.is(await exited, 'SIGKILL', 'the process was alive when it was killed');
}

function exitOf(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => child.on('exit', (code, signal) => resolve(signal ?? `exit code ${code}`)));
}

/** Returns the number of messages of the topic. -1: no run that publishes to it is stored. */
async function countMessages(data: string): Promise<number> {
  const reader = await openStoreReader(data);
  const topic = await reader.topics.find('t');
  await reader.close();
  return topic?.messages ?? -1;
}

/** Returns the unfinished run of a data folder that no process uses. */
export async function findRun(data: string): Promise<InterruptedRun> {
  const store = await openStore(data);
  const runs = await store.runs.unfinished();
  const topic = await store.topics.find('t');
  await store.close();
  return {
    runId: runs[0]?.runId ?? '',
    count: runs.length,
    records: runs[0]?.checkpoint?.counters.totalRecords ?? 0,
    messages: topic?.messages ?? 0,
  };
}
