/**
 * All orders of steps of two instances that work on one run of three checkpoints, with crashes, freezes, lost answers, late
 * requests and time limits. The attempts are executed by the real code of runs/ and of the sink; PostgreSQL and Kafka are
 * models. SPECMILL_LONG adds combinations that take minutes.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Delivery } from '../../runtime/model/run-info.ts';
import { replaceTime } from './model/attempt-behaviour.ts';
import { type Budget, explore, type State } from './model/explore.ts';
import { RECORDS } from './model/requests.ts';
import { type Ablation, FIRST_SERVERS } from './model/servers.ts';
import { runAsTask } from './model/tasks.ts';

type Disturbances = Partial<Budget>;

const NONE: Budget = { crashes: 0, freezes: 0, losses: 0, timeouts: 0, stops: 0 };
const SHORT: Partial<Record<Delivery, readonly Disturbances[]>> = {
  'exactly-once': [{}, { crashes: 1, losses: 1 }, { freezes: 1, timeouts: 1 }, { freezes: 1, losses: 1 }, { stops: 1 }],
  'at-least-once': [{}, { crashes: 1, losses: 1 }, { freezes: 1 }, { stops: 1, losses: 1 }],
};
const LONG: typeof SHORT = {
  'exactly-once': [
    { crashes: 1, freezes: 1 },
    { losses: 2, timeouts: 1 },
    { losses: 1, timeouts: 1, stops: 1 },
    { freezes: 2 },
  ],
  'at-least-once': [
    { crashes: 1, freezes: 1 },
    { freezes: 1, losses: 1 },
  ],
};

replaceTime();

/** The run must end: explore() checks that. */
const CHECKS: Partial<Record<Delivery, (state: State) => string | null>> = {
  'exactly-once': ({ servers: [{ log, isEnded, checkpoint } = FIRST_SERVERS] }) => {
    const records = log.map(([, record]) => record);
    if (new Set(records).size < records.length) return 'a record is published twice';
    if (records.some((record, at) => record !== at + 1)) return 'a record is lost';
    return isEnded && (records.length !== RECORDS || checkpoint !== RECORDS) ? 'a record is lost' : null;
  },
  'at-least-once': ({ servers: [{ log, isEnded, checkpoint, producers } = FIRST_SERVERS] }) => {
    const records = new Set(log.map(([, record]) => record));
    for (let record = 1; record <= checkpoint; record++)
      if (!records.has(record)) return 'a checkpoint follows a record that is not published';
    // All records of this file may be in flight at a time.
    if (log.length > RECORDS * Math.max(1, producers)) return 'an attempt publishes a record twice';
    return isEnded && records.size < RECORDS ? 'a record is lost' : null;
  },
};

function run(delivery: Delivery, disturbances: Disturbances, ablation: Ablation): ReturnType<typeof explore> {
  const check = (state: State): string | null =>
    state.servers.some(({ hasOutdatedWrite }) => hasOutdatedWrite)
      ? 'an attempt that has lost its lease writes to the store'
      : (CHECKS[delivery]?.(state) ?? null);
  return explore({ tasks: runAsTask(delivery), budget: { ...NONE, ...disturbances }, ablation, check });
}

const describe = (disturbances: Disturbances): string =>
  Object.entries(disturbances)
    .map(([kind, times]) => `${kind} ${times}`)
    .join(', ') || 'no disturbances';

for (const delivery of ['exactly-once', 'at-least-once'] as const) {
  const all = [...(SHORT[delivery] ?? []), ...(process.env['SPECMILL_LONG'] ? (LONG[delivery] ?? []) : [])];
  for (const disturbances of all) {
    test(`${delivery}, ${describe(disturbances)}: the invariants hold in every state`, async () => {
      const { states, steps, histories, violation } = await run(delivery, disturbances, {});
      if (violation !== null) assert.unreachable(`${violation.what}:\n${violation.trace.join('\n')}`);
      console.log(
        `note: ${delivery}, ${describe(disturbances)}: ${states} states, ${steps} steps, ${histories} histories of an attempt`,
      );
    });
  }
}

const ABLATIONS: readonly {
  name: string;
  delivery: Delivery;
  ablation: Ablation;
  disturbances: Disturbances;
  what: string;
}[] = [
  {
    name: 'fencing',
    delivery: 'exactly-once',
    ablation: { fencing: false },
    disturbances: { freezes: 1 },
    what: 'a record is published twice',
  },
  {
    name: 'the offset in the transaction',
    delivery: 'exactly-once',
    ablation: { offsetInTransaction: false },
    disturbances: { crashes: 1 },
    what: 'a record is lost',
  },
  ...(['exactly-once', 'at-least-once'] as const).map((delivery) => ({
    name: 'the check of the attempt',
    delivery,
    ablation: { attemptCheck: false } as const,
    disturbances: { freezes: 1 },
    what: 'an attempt that has lost its lease writes to the store',
  })),
];

for (const { name, delivery, ablation, disturbances, what } of ABLATIONS) {
  test(`${delivery} without ${name}: a violation is found`, async () => {
    const { violation } = await run(delivery, disturbances, ablation);
    assert.is(violation?.what, what);
    console.log(`without ${name}, ${what}:\n${violation?.trace.map((step) => `  ${step}`).join('\n')}`);
  });
}

test.run();
