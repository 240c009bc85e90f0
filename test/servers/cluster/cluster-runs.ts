import * as assert from 'uvu/assert';
import type { RunView } from '../../../runtime/runs/run-request.ts';
import { countRecords } from '../kafka/consumer.ts';
import { eventually, formOf } from '../../runtime/service.ts';
import type { ClusterPlace, Instance } from './cluster-place.ts';

/** The options of a run that publishes each record once: as a message or as a dead letter. */
export const optionsOf = (topic: string) => ({
  delivery: 'exactly-once',
  deadLetterTopic: `${topic}.dead`,
  skipInvalidRecords: 'true',
});

/** Returns what is the same for all runs of a file. */
export function withoutTimes(view: RunView): Partial<RunView> {
  const { runId: _, createdAt, finishedAt, durationMs, topic, deadLetterTopic, ...same } = view;
  return same;
}

export async function createTopics({ broker }: Pick<ClusterPlace, 'broker'>, topic: string): Promise<void> {
  await broker.createTopic(topic, { partitions: 2 });
  await broker.createTopic(`${topic}.dead`, { partitions: 1 });
}

/** Throws unless each record is there once, as a message or as a dead letter, in order. */
export async function checkTopics(place: Pick<ClusterPlace, 'broker'>, topic: string, records: number): Promise<void> {
  const { outOfOrder } = await checkEachOnce(place, topic, records);
  assert.equal(outOfOrder, [0, 0], topic);
}

/** Throws unless each record is there once, as a message or as a dead letter. Returns how many of each are out of order. */
export async function checkEachOnce(
  { broker }: Pick<ClusterPlace, 'broker'>,
  topic: string,
  records: number,
): Promise<{ outOfOrder: readonly number[] }> {
  const messages = await countRecords(broker.address, topic, records);
  const letters = await countRecords(broker.address, `${topic}.dead`, records);
  for (let record = 1; record <= records; record++) {
    const times = (messages.times[record] ?? 0) + (letters.times[record] ?? 0);
    if (times !== 1) assert.unreachable(`${topic}: record ${record} is there ${times} times`);
  }
  return { outOfOrder: [messages.outOfOrder, letters.outOfOrder] };
}

/** Sends a file again while the answer is 503: then nothing of the request was stored. */
export async function sendUntilStored(by: Instance, parts: Readonly<Record<string, string | Blob>>): Promise<string> {
  let answer = { status: 503, text: '' };
  await eventually(async () => {
    const headers = { prefer: 'respond-async' };
    const response = await by.fetch('/transform/file-to-events', { method: 'POST', body: formOf(parts), headers });
    answer = { status: response.status, text: await response.text() };
    return answer.status !== 503;
  }, 30_000);
  assert.is(answer.status, 202, answer.text);
  return (JSON.parse(answer.text) as RunView).runId;
}
