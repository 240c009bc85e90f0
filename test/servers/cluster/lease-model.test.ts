/**
 * All orders of steps of two instances that work on one run of three checkpoints, with crashes, freezes, lost answers, late
 * requests and time limits. The attempts are executed by the real code of runs/ and of the sink; PostgreSQL and Kafka are
 * models. SPECMILL_LONG adds combinations that take minutes.
 */
import { test } from 'uvu';
import type { Delivery } from '../../../runtime/base/model/run-info.ts';
import { replaceTime } from './model/attempt-behaviour.ts';
import type { State } from './model/explore.ts';
import { RECORDS } from './model/requests.ts';
import { FIRST_SERVERS } from './model/servers.ts';
import { runAsTask } from './model/tasks.ts';
import {
  type Combinations,
  type Missing,
  type ModelOf,
  testAblations,
  testInvariants,
} from './model/test-invariants.ts';

const SHORT: Combinations = {
  'exactly-once': [{}, { crashes: 1, losses: 1 }, { freezes: 1, timeouts: 1 }, { freezes: 1, losses: 1 }, { stops: 1 }],
  'at-least-once': [{}, { crashes: 1, losses: 1 }, { freezes: 1 }, { stops: 1, losses: 1 }],
};
const LONG: Combinations = {
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

const modelOf: ModelOf = (delivery) => ({
  tasks: runAsTask(delivery),
  check: (state) =>
    state.servers.some(({ hasOutdatedWrite }) => hasOutdatedWrite)
      ? 'an attempt that has lost its lease writes to the store'
      : (CHECKS[delivery]?.(state) ?? null),
});

const ABLATIONS: readonly Missing[] = [
  {
    name: 'fencing',
    delivery: 'exactly-once',
    ablation: { fencing: false },
    disturbances: { freezes: 1 },
    what: /^a record is published twice$/,
  },
  {
    name: 'the offset in the transaction',
    delivery: 'exactly-once',
    ablation: { offsetInTransaction: false },
    disturbances: { crashes: 1 },
    what: /^a record is lost$/,
  },
  ...(['exactly-once', 'at-least-once'] as const).map((delivery) => ({
    name: 'the check of the attempt',
    delivery,
    ablation: { attemptCheck: false } as const,
    disturbances: { freezes: 1 },
    what: /^an attempt that has lost its lease writes to the store$/,
  })),
];

testInvariants(modelOf, { short: SHORT, long: LONG });
testAblations(modelOf, ABLATIONS);
test.run();
