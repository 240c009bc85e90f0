import type { Delivery } from '../../../../runtime/base/model/run-info.ts';
import { startAttempt } from './attempt-behaviour.ts';
import type { Start } from './histories.ts';
import type { Request } from './requests.ts';
import { type Ablation, execute, type Executed, FIRST_SERVERS, type Servers } from './servers.ts';

/** What the servers do with a request for a task. */
export interface ExecutedAll extends Omit<Executed, 'servers'> {
  readonly servers: readonly Servers[];
}

/** The tasks that instances take: a run, or the pieces of its file. */
export interface Tasks {
  /** The first state of the servers, for each task. */
  readonly first: readonly Servers[];
  readonly start: Start;
  /** Returns the states after a request and its answer; null if the broker cannot answer yet. */
  execute(
    servers: readonly Servers[],
    request: Request,
    more: { readonly task: number; readonly ablation: Ablation },
  ): ExecutedAll | null;
  /** Whether instances take the task if it is free. */
  isOpen(servers: Servers): boolean;
  /** Whether the piece has been counted. */
  isCounted(servers: Servers): boolean;
}

/** A run as one task. */
export function runAsTask(delivery: Delivery): Tasks {
  return {
    first: [FIRST_SERVERS],
    start: (attempt) => startAttempt({ delivery, attempt, piece: null }),
    execute([own = FIRST_SERVERS], request, { ablation }) {
      const executed = execute(own, request, ablation);
      if (executed === null) return null;
      // Explorers compare states by identity: an unchanged state is the same object.
      return { ...executed, servers: [executed.servers] };
    },
    isOpen: ({ isEnded }) => !isEnded,
    isCounted: () => false,
  };
}
