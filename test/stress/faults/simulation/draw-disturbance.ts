import { LEASE_MS } from '../../../../runtime/state/store/cluster/now.ts';
import type { Random } from '../../../support/random.ts';
import type { Disturbance, Process, Request, Simulator } from './simulator.ts';

/** What a disturbance can do to a service. */
export interface Disturbed {
  readonly simulator: Simulator;
  /** Whether it is one of several instances, whose database is another machine. */
  readonly isShared: boolean;
  /** Whether a thread may be lost. A run that loses two at the same record is FAILED. */
  readonly mayLoseThread: boolean;
  /** The processes of all services. */
  readonly processes: readonly Process[];
  /** Kills the process of the service, and starts another one after a time. */
  restart(afterMs: number): Promise<void>;
  /** Ends the service as a person does, and starts it again after a time. */
  stop(downMs: number): void;
  /** The disk loses what was not flushed. */
  losePower(): void;
  cutOff(ms: number): Promise<void>;
}

const KINDS = ['crash', 'crash', 'fail', 'fail', 'delay', 'clock', 'stop', 'slow'] as const;
const KINDS_ALONE = [...KINDS, 'power', 'power'] as const;
const KINDS_SHARED = [...KINDS, 'freeze', 'freeze', 'cut', 'cut'] as const;
const MAX_DOWN_MS = 20_000;
const MAX_OUTAGE_MS = 60_000;
const MAX_JUMP_MS = 600_000;

/** Draws what happens to a request of a service. Null: what was drawn is not possible here. */
export function drawDisturbance(request: Request, disturbed: Disturbed): Disturbance | null {
  const { simulator, isShared, processes } = disturbed;
  const { random } = simulator;
  const isExecuted = random.oneIn(2);
  const act = (name: string, work: () => Promise<void> | void): Disturbance => ({
    ...{ kind: 'act', name, isExecuted },
    act: async () => work(),
  });
  const process = request.process.main;
  const downMs = random.below(MAX_DOWN_MS);
  const isOfThread = request.process.parent !== null;
  if (isOfThread && disturbed.mayLoseThread && random.oneIn(3))
    return act('thread', () => simulator.kill(request.process));
  const kind = isShared ? random.pick(KINDS_SHARED) : random.pick(KINDS_ALONE);
  switch (kind) {
    case 'crash':
      return act(kind, () => disturbed.restart(downMs));
    case 'power':
      return act(kind, () => disturbed.restart(downMs).then(() => disturbed.losePower()));
    case 'stop':
      return act(kind, () => disturbed.stop(downMs));
    case 'fail':
      // Only the answer of another machine can be lost.
      return request.fail === undefined ? null : { kind, isExecuted: isExecuted && request.kind === 'remote' };
    case 'delay':
      return { kind, ms: 1 + random.below(MAX_DOWN_MS) };
    case 'clock':
      return act(kind, () => void (process.clockOffset += random.below(2 * MAX_JUMP_MS) - MAX_JUMP_MS));
    case 'freeze':
      return act(kind, () => {
        process.frozenUntil = simulator.now + drawOutage(random);
        // Then what it does when it is back overlaps with what another one has resumed.
        if (random.oneIn(2)) slowDown(processes, simulator.now + MAX_OUTAGE_MS);
      });
    case 'slow':
      return act(kind, () =>
        slowDown(random.oneIn(2) ? processes : [process], simulator.now + random.below(MAX_OUTAGE_MS)),
      );
    case 'cut':
      return act(kind, () => disturbed.cutOff(drawOutage(random)));
    default:
      return kind satisfies never;
  }
}

function slowDown(processes: readonly Process[], until: number): void {
  for (const process of processes) process.slowUntil = until;
}

/** Draws how long an instance is not reachable. Often, others take its runs shortly before it is back. */
function drawOutage(random: Random): number {
  return random.oneIn(2) ? LEASE_MS + random.below(10_000) : random.below(MAX_OUTAGE_MS);
}
