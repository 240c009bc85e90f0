/**
 * All orders of steps of two instances that count and publish the two pieces of a file, each with one record, with
 * crashes, freezes, lost answers, late requests and time limits. As in lease-model.test.ts, the attempts are executed by
 * the real code. SPECMILL_LONG adds combinations that take minutes.
 */
import { test } from 'uvu';
import type { Delivery } from '../../../runtime/base/model/run-info.ts';
import { replaceTime } from './model/attempt-behaviour.ts';
import { type PieceServers, piecesAsTasks } from './model/pieces.ts';
import {
  type Combinations,
  type Missing,
  type ModelOf,
  testAblations,
  testInvariants,
} from './model/test-invariants.ts';

const SHORT: Combinations = {
  'exactly-once': [{}, { crashes: 1 }, { freezes: 1 }, { losses: 1 }, { timeouts: 1 }],
  'at-least-once': [{}, { crashes: 1 }],
};
const LONG: Combinations = {
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

const modelOf: ModelOf = (delivery) => ({
  tasks: piecesAsTasks(delivery),
  check({ servers }) {
    // The states of this model are those of pieces.
    const published = servers.flatMap(({ log }) => log.map(([, record]) => record));
    for (const [number, piece] of (servers as readonly PieceServers[]).entries()) {
      const record = number + 1;
      const times = published.filter((one) => one === record).length;
      const wrong = checkPiece(delivery, piece, { record, times });
      if (wrong !== null) return wrong;
    }
    return null;
  },
});

const ABLATIONS: readonly Missing[] = [
  {
    name: 'the attempt of a piece',
    delivery: 'exactly-once',
    ablation: { attemptCheck: false },
    disturbances: { freezes: 1 },
    what: /has lost its lease writes/,
  },
  {
    name: 'fencing',
    delivery: 'exactly-once',
    ablation: { fencing: false },
    disturbances: { freezes: 1 },
    what: /published twice/,
  },
  {
    name: 'a transactional id and a group for each piece',
    delivery: 'exactly-once',
    ablation: { ownIds: false },
    disturbances: {},
    what: /a record is lost/,
  },
];

testInvariants(modelOf, { short: SHORT, long: LONG });
testAblations(modelOf, ABLATIONS);
test.run();
