/** The model of the store in model/servers.ts answers as PostgreSQL does, in random sequences of requests. */
import * as assert from 'uvu/assert';
import type { RunJournal } from '../../../runtime/state/store/run-journal.ts';
import { seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';
import { ENDING, entryAt, inTopic, type Pair, withPair } from './pair.ts';
import { NO_CHECKPOINT, type Request } from './model/requests.ts';
import { execute, FIRST_SERVERS, type Servers } from './model/servers.ts';
import { testOnPostgres } from './stores.ts';

const RUNS = 40;
const REQUESTS = 30;

/** A journal in both worlds. `commits` is the number that the model needs. */
interface OpenJournal {
  readonly attempt: number;
  readonly journal: RunJournal;
  readonly which: 0 | 1;
  commits: number;
}

interface Played {
  model: Servers;
  journals: OpenJournal[];
  records: number;
}

function nameOf(error: unknown): string {
  return error instanceof Error && error.name === 'LeaseLost' ? 'lease_lost' : 'refused';
}

function askModel(played: Played, call: string, ...args: number[]): readonly number[] | string {
  const request: Request = { to: 'store', call, args };
  const executed = execute(played.model, request, {});
  if (executed === null) throw new Error('the store always answers');
  played.model = executed.servers;
  return 'value' in executed.answer ? executed.answer.value : executed.answer.error;
}

async function take({ clusters }: Pair, played: Played, which: 0 | 1): Promise<void> {
  const { model } = played;
  const isFree = !model.isEnded && (model.holder === null || model.isExpired);
  const taken = await clusters[which].tasks.take('small', 1);
  assert.equal(
    taken.map(({ attempt }) => attempt),
    isFree ? [model.attempt + 1] : [],
  );
  if (isFree) played.model = { ...model, attempt: model.attempt + 1, holder: which, isExpired: false };
}

async function openJournal({ stores }: Pair, played: Played, random: Random, runId: string): Promise<void> {
  // The present attempt, or an earlier one.
  const attempt = Math.max(0, played.model.attempt - random.below(2));
  const which = random.below(2) as 0 | 1;
  const expected = askModel(played, 'openJournal', attempt);
  try {
    const { journal, checkpoint } = await stores[which].runs.openJournal(runId, attempt);
    const record = checkpoint?.position?.record ?? NO_CHECKPOINT;
    assert.equal([played.model.commits, record], expected);
    // An earlier journal of the same attempt and instance is closed first, as a process does.
    played.journals.push({ attempt, journal, which, commits: played.model.commits });
  } catch (error) {
    assert.is(nameOf(error), expected);
  }
}

async function write(played: Played, random: Random, call: 'commit' | 'finish'): Promise<void> {
  const at = random.below(played.journals.length);
  const open = played.journals[at];
  if (open === undefined) return;
  const record = ++played.records;
  const expected = askModel(played, call, open.attempt, open.commits, record);
  try {
    await (call === 'commit' ? open.journal.commit(entryAt(record)) : open.journal.finish(ENDING));
    assert.equal([], expected);
    open.commits++;
  } catch (error) {
    assert.is(nameOf(error), expected);
    // A journal that has failed stores nothing more.
    played.journals.splice(at, 1);
  }
}

async function play(pair: Pair, random: Random, runId: string): Promise<number> {
  const played: Played = { model: FIRST_SERVERS, journals: [], records: 0 };
  let refused = 0;
  for (let request = 0; request < REQUESTS; request++) {
    const which = random.below(2) as 0 | 1;
    const { holder, attempt } = played.model;
    const before = played.journals.length;
    switch (random.below(12)) {
      case 0:
      case 1:
      case 2:
        await take(pair, played, which);
        break;
      case 3:
        await pair.expire();
        if (holder !== null) played.model = { ...played.model, isExpired: true };
        break;
      case 4: {
        // Only the instance that has taken the run frees it.
        if (holder === null) break;
        askModel(played, 'release', attempt);
        await pair.clusters[holder as 0 | 1].tasks.release({ runId, attempt });
        break;
      }
      case 5:
      case 6:
        await openJournal(pair, played, random, runId);
        break;
      case 11:
        if (random.below(3) === 0) await write(played, random, 'finish');
        break;
      default:
        await write(played, random, 'commit');
    }
    refused += played.journals.length < before ? 1 : 0;
    const run = await pair.stores[which].runs.find(runId);
    assert.equal(
      [run?.ended !== null, run?.checkpoint?.position?.record ?? NO_CHECKPOINT],
      [played.model.isEnded, played.model.checkpoint],
    );
  }
  return refused;
}

await testOnPostgres('the model of the store', (test) => {
  test(`answers like PostgreSQL in ${RUNS} runs of ${REQUESTS} requests`, async (at) =>
    withPair(at, async (pair) => {
      let refused = 0;
      for (let run = 0; run < RUNS; run++) {
        const runId = `r${run}`;
        await pair.stores[0].runs.insert(inTopic(runId));
        refused += await play(pair, randomOf(seed, run), runId);
        // The next run is the only one that can be taken.
        await pair.stores[0].runs.cancel(runId);
        await pair.expire();
        for (const { runId: left, attempt } of await pair.clusters[0].tasks.take('small', 9)) {
          const { journal } = await pair.stores[0].runs.openJournal(left, attempt);
          await journal.finish(ENDING);
        }
      }
      console.log(`note: ${refused} writes were refused, in the model and by PostgreSQL`);
      assert.ok(refused > RUNS / 4);
    }));
});
