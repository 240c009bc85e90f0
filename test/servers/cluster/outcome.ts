/** What a run has reported and published, to compare runs of instances with the one of a service without others. */
import * as assert from 'uvu/assert';
import { consume } from '../kafka/consumer.ts';
import { startService } from '../../runtime/service.ts';
import { readEnd, sendFile } from '../../runtime/service-run.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { createTopics } from './cluster-runs.ts';

/** Everything that a run has reported and published, in the order of the file. */
export interface Outcome {
  view: unknown;
  errors: string;
  rejects: string;
  messages: string[];
  letters: string[];
}

/** Reads what a run has published into a topic, and into the one of its dead letters. */
export async function outcomeOf(
  { broker }: Pick<ClusterPlace, 'broker'>,
  topic: string,
  { view: { ordering: _, ...view }, errors, rejects }: Awaited<ReturnType<typeof readEnd>>,
): Promise<Outcome> {
  const read = async (name: string): Promise<string[]> => {
    const all = (await consume(broker.address, name)).map((message) => ({
      record: Number(message.headers['ce_id']?.split(':')[1]),
      text: JSON.stringify([message.key, message.partition, message.headers, message.value]),
    }));
    return all.sort((a, b) => a.record - b.record).map(({ text }) => text);
  };
  // A reader that stops may have read further than the record at which the run has failed.
  const { progress: __, ...shown } = view;
  const known = view.failure === undefined ? view : shown;
  return { view: known, errors, rejects, messages: await read(topic), letters: await read(`${topic}.dead`) };
}

/** Throws unless two outcomes are the same. Of their messages, it names the first that differ. */
export function assertSameOutcome(actual: Outcome, expected: Outcome, title: string): void {
  assert.equal(actual.view, expected.view, title);
  assert.is(actual.errors, expected.errors, title);
  assert.is(actual.rejects, expected.rejects, title);
  for (const what of ['messages', 'letters'] as const) {
    const differs = expected[what].findIndex((text, index) => text !== actual[what][index]);
    assert.is(actual[what][differs], expected[what][differs], `${title}: ${what} ${differs}`);
    assert.is(actual[what].length, expected[what].length, `${title}: ${what}`);
  }
}

/** A request to a service without other instances, and the specs of its folder by their names. */
export interface AloneRequest {
  topic: string;
  parts: Record<string, string | Blob>;
  specs: Readonly<Record<string, string>>;
}

/** Publishes a file with a service that has no other instances. */
export async function publishAlone(place: ClusterPlace, { topic, parts, specs }: AloneRequest): Promise<Outcome> {
  const [outcome] = await publishAllAlone(place, { requests: [{ topic, parts }], specs });
  if (outcome === undefined) throw new Error('nothing was published');
  return outcome;
}

/** Publishes files one after another with a service that has no other instances. */
export async function publishAllAlone(
  place: ClusterPlace,
  { requests, specs }: { requests: readonly Omit<AloneRequest, 'specs'>[]; specs: AloneRequest['specs'] },
): Promise<Outcome[]> {
  const at = createWorkplace();
  for (const [name, text] of Object.entries(specs)) at.write(`specs/${name}.yaml`, text);
  const service = await startService(at, ['--broker', `kafka://${place.broker.address}`]);
  const outcomes: Outcome[] = [];
  try {
    for (const { topic, parts } of requests) {
      await createTopics(place, topic);
      const end = await readEnd(service, await sendFile(service, { ...parts, ordering: 'NONE' }));
      assert.is(end.view.ordering, 'FILE');
      outcomes.push(await outcomeOf(place, topic, end));
    }
    return outcomes;
  } finally {
    await service.stop();
    at.remove();
  }
}
