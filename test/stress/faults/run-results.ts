import * as assert from 'uvu/assert';
import type { SerializedResult } from '../../../runtime/base/model/result.ts';
import type { Message } from '../../../runtime/state/store/topic-reader.ts';
import { collect, openAll } from '../../runtime/data-folder.ts';

/** Everything that can be read of an ended run, which must be the same however often the run was interrupted. */
export interface RunResults {
  /** Without what differs between runs. */
  result: SerializedResult;
  /** Messages of the topics `t` and `d`, without their times. */
  messages: Omit<Message, 'timestamp'>[];
  letters: Omit<Message, 'timestamp'>[];
  /** NDJSON of every record with issues. */
  errors: string;
  rejects: Buffer;
}

/** Reads the results of a run from a closed data folder. */
export async function readRunResults(folder: string, runId: string): Promise<RunResults> {
  const { store, runs, close } = await openAll(folder);
  try {
    const messagesOf = async (topic: string) =>
      (await collect(store.topics.messages(topic, { from: 0, limit: Infinity })))
        .flat()
        .map(({ timestamp: _, ...message }) => message);
    return {
      result: { ...(await runs.finished(runId)), durationMs: 0, runId: '' },
      messages: await messagesOf('t'),
      letters: await messagesOf('d'),
      errors: (await collect(runs.errors(runId))).join(''),
      rejects: Buffer.concat(await collect(runs.rejects(runId))),
    };
  } finally {
    await close();
  }
}

/** Checks that an interrupted run has exactly the results of an uninterrupted one. */
export function assertSame(actual: RunResults, expected: RunResults): void {
  assert.equal(actual.result, expected.result);
  assert.equal(
    actual.messages.map(({ offset }) => offset),
    actual.messages.map((_, index) => index),
  );
  for (const name of ['messages', 'letters'] as const) {
    assert.is(actual[name].length, expected[name].length);
    // One by one, because printing the difference of two long lists takes minutes.
    actual[name].forEach((message, index) => assert.is(JSON.stringify(message), JSON.stringify(expected[name][index])));
  }
  assert.ok(actual.errors === expected.errors, 'the records with issues are the same');
  assert.ok(actual.rejects.equals(expected.rejects), 'the rejects are the same');
}
