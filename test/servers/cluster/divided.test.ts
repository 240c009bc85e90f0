/**
 * Files whose records depend on earlier ones, in pieces that three instances publish at the same time: record types, rules
 * of the file, documents, XML, encodings, and limits of errors. Messages, dead letters, counters, issues and rejects are
 * those of one thread of a service without other instances, also if instances die meanwhile. SPECMILL_LONG: more kills, and
 * 60 drawn specs instead of 3 (SPECMILL_DRAWN), which 1 to 5 instances publish while some of them are killed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { isLong, printNote } from '../kafka/orders.ts';
import { csvFile, eventually } from '../../runtime/service.ts';
import { fetchRun, readEnd, sendFile } from '../../runtime/service-run.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { type ClusterPlace, type Instance, testCluster } from './cluster-place.ts';
import { createTopics, optionsOf } from './cluster-runs.ts';
import { CASES, type DividedCase } from './divided-cases.ts';
import { drawCases } from './drawn-cases.ts';
import { assertSameOutcome, type Outcome, outcomeOf, publishAllAlone } from './outcome.ts';

process.env['SPECMILL_TEST_PIECE_BYTES'] = '25000';
const random = randomOf(seed, 1);
const KILLS = isLong ? 20 : 2;
const DRAWN_BYTES = 100_000;
const DRAWN = Number(process.env['SPECMILL_DRAWN'] ?? (isLong ? 60 : 3));
const ALL = [...CASES, ...(await drawCases(seed, { number: DRAWN, bytes: DRAWN_BYTES }))];
const specs = Object.fromEntries(ALL.map(({ name, spec }) => [name, spec]));
const killed = CASES[0] as DividedCase;

await testCluster('files that are divided by a first reading', (test) => {
  test('the result is that of one thread', async (place) => {
    const asked = await startWithSpecs(place);
    const others: Instance[] = [];
    for (let count = isLong ? random.below(5) : 2; others.length < count; ) others.push(await place.start());
    const expected = await publishAllAlone(place, { requests: ALL.map(requestOf), specs });
    const runs: string[] = [];
    for (const [index, one] of ALL.entries()) runs.push(await send(place, asked, { one, topic: `divided-${index}` }));
    let inPieces = 0;
    const over = new AbortController();
    const killing = isLong ? killSome(place, others, over.signal) : Promise.resolve();
    for (const [index, one] of ALL.entries()) {
      const end = await readEnd(isLong ? asked : (others[0] ?? asked), runs[index] ?? '');
      const title = `${index} ${one.name}`;
      if (one.ordering === 'ANY') inPieces += end.view.ordering === 'NONE' ? 1 : 0;
      else assert.is(end.view.ordering, one.ordering ?? 'NONE', title);
      const outcome = await outcomeOf(place, `divided-${index}`, end);
      const [found, alone] = [outcome, expected[index] as Outcome].map((each) =>
        isPacked(one) ? withoutProgress(each) : each,
      );
      assertSameOutcome(found as Outcome, alone as Outcome, title);
    }
    printNote(`${inPieces} of ${DRAWN} drawn files were published in pieces`);
    assert.ok(inPieces > 0);
    over.abort();
    await killing;
  });

  test(`${KILLS} kills: each record is published once, with the result of one thread`, async (place) => {
    const asked = await startWithSpecs(place);
    const instances = [await place.start(), await place.start()];
    const [expected] = await publishAllAlone(place, { requests: [requestOf(killed, 'once')], specs });
    place.proxy.slow(200_000);
    const runId = await send(place, asked, { one: killed, topic: 'killed' });
    for (let kills = 0; kills < KILLS; kills++) {
      await sleep(200 + random.below(1500));
      const victim = random.below(2);
      instances[victim]?.signal('SIGKILL');
      instances[victim] = await place.start();
    }
    assert.is((await fetchRun(asked, runId)).finishedAt, null, 'the run has ended before the last kill');
    place.proxy.slow(Infinity);
    assertSameOutcome(await outcomeOf(place, 'killed', await readEnd(asked, runId)), expected as Outcome, 'killed');
  });
});

/** Kills instances at drawn times, and starts others in their place. */
async function killSome({ start }: ClusterPlace, instances: Instance[], signal: AbortSignal): Promise<void> {
  while (instances.length > 0 && !signal.aborted) {
    await sleep(500 + random.below(4000));
    const victim = random.below(instances.length);
    instances[victim]?.signal('SIGKILL');
    instances[victim] = await start();
  }
}

/** Whether a file is compressed with gzip. */
function isPacked({ file }: DividedCase): boolean {
  return typeof file !== 'string' && file[0] === 0x1f;
}

/** A service without others reads the bytes of a compressed file, and instances those of its content. */
function withoutProgress({ view, ...outcome }: Outcome): Outcome {
  const { progress: _, ...others } = view as { progress: unknown };
  return { ...outcome, view: others };
}

function requestOf({ name, file, options = {} }: DividedCase, place: number | string) {
  const topic = `alone-${place}`;
  return { topic, parts: partsOf({ name, file, options }, topic) };
}

function partsOf({ name, file, options = {} }: Omit<DividedCase, 'spec'>, topic: string, ordering = 'FILE') {
  const sent = csvFile(file, 'sent');
  return { specId: gitSpecId(name), brokerTopic: topic, ...optionsOf(topic), ...options, ordering, file: sent };
}

/** Starts an instance. The others need no specs, because a run has its own. */
async function startWithSpecs({ start }: ClusterPlace): Promise<Instance> {
  const instance = await start();
  for (const [name, text] of Object.entries(specs)) instance.at.write(`specs/${name}.yaml`, text);
  for (const name of Object.keys(specs))
    await eventually(async () => (await instance.fetch(`/specs/${gitSpecId(name)}`)).status === 200, 60_000);
  return instance;
}

async function send(
  place: ClusterPlace,
  asked: Instance,
  { one, topic }: { one: DividedCase; topic: string },
): Promise<string> {
  await createTopics(place, topic);
  return sendFile(asked, partsOf(one, topic, 'NONE'));
}
