/**
 * All orders of steps of two instances that count and publish the two pieces of a file, each with one record, with
 * crashes, freezes, lost answers, late requests and time limits. As in lease-model.test.ts, the attempts are executed by
 * the real code. SPECMILL_LONG adds combinations that take minutes.
 */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Delivery } from '../../runtime/model/run-info.ts';
import { replaceTime } from './model/attempt-behaviour.ts';
import { type Budget, explore, type State } from './model/explore.ts';
import { type PieceServers, piecesAsTasks } from './model/pieces.ts';
import type { Ablation } from './model/servers.ts';

type Disturbances = Partial<Budget>;

const NONE: Budget = { crashes: 0, freezes: 0, losses: 0, timeouts: 0, stops: 0 };
const SHORT: Partial<Record<Delivery, readonly Disturbances[]>> = {
  'exactly-once': [{}, { crashes: 1 }, { freezes: 1 }, { losses: 1 }, { timeouts: 1 }],
  'at-least-once': [{}, { crashes: 1 }],
};
const LONG: typeof SHORT = {
  'exactly-once': [{ freezes: 1, timeouts: 1 }, { crashes: 1, losses: 1 }, { stops: 1 }],
  'at-least-once': [{ freezes: 1 }, { losses: 1 }],
};

replaceTime();

/**
 * Returns what is wrong with a piece, whose only record is `record`, and was published `times` times; null if nothing is.
 * explore() checks that the run ends.
 */
function checkPiece(
  delivery: Delivery,
  piece: PieceServers,
  { record, times }: { record: number; times: number },
): string | null {
  const { checkpoint, isEnded, counted, hasOutdatedWrite, isStarted, producers } = piece;
  if (hasOutdatedWrite) return 'an attempt that has lost its lease writes to the store';
  if (times > (delivery === 'exactly-once' ? 1 : producers)) return 'a record is published twice';
  const isRead = checkpoint === record;
  if (isStarted && counted !== (isRead ? 1 : 0)) return 'a record is counted twice, or not';
  if (isRead && times === 0) return 'a record is lost';
  return isEnded && !isRead ? 'a record is lost' : null;
}

function run(delivery: Delivery, disturbances: Disturbances, ablation: Ablation): ReturnType<typeof explore> {
  const check = ({ servers }: State): string | null => {
    // The states of this model are those of pieces.
    const published = servers.flatMap(({ log }) => log.map(([, record]) => record));
    for (const [number, piece] of (servers as readonly PieceServers[]).entries()) {
      const record = number + 1;
      const times = published.filter((one) => one === record).length;
      const wrong = checkPiece(delivery, piece, { record, times });
      if (wrong !== null) return wrong;
    }
    return null;
  };
  return explore({ tasks: piecesAsTasks(delivery), budget: { ...NONE, ...disturbances }, ablation, check });
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

const ABLATIONS: readonly { name: string; ablation: Ablation; disturbances: Disturbances; what: RegExp }[] = [
  {
    name: 'the attempt of a piece',
    ablation: { attemptCheck: false },
    disturbances: { freezes: 1 },
    what: /has lost its lease writes/,
  },
  { name: 'fencing', ablation: { fencing: false }, disturbances: { freezes: 1 }, what: /published twice/ },
  {
    name: 'a transactional id and a group for each piece',
    ablation: { ownIds: false },
    disturbances: {},
    what: /a record is lost/,
  },
];

for (const { name, ablation, disturbances, what } of ABLATIONS) {
  test(`exactly-once without ${name}: a violation is found`, async () => {
    const { violation } = await run('exactly-once', disturbances, ablation);
    assert.match(violation?.what ?? 'none', what);
    console.log(`without ${name}, ${violation?.what}:\n${violation?.trace.map((step) => `  ${step}`).join('\n')}`);
  });
}

test.run();
