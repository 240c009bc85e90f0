import type { LeaseStore } from './leases.ts';
import type { InstanceStore } from './instances.ts';
import type { PieceTaskStore } from './pieces.ts';
import type { TaskStore } from './run-tasks.ts';

/** Something that an instance has done, which others want to know at once. `id` is that of a run or a job; or empty. */
export interface ClusterEvent {
  readonly kind: EventKind;
  readonly id: string;
  /** Whether this instance has caused the event. */
  readonly isOwn: boolean;
}

/**
 * `tasks`: runs are free. `run`: a run has ended. `cancel`: a run was cancelled. `specs`, `jobs`: some have changed.
 * `look`, `wake`: a job must look now, or read its state. `drain`: an instance must not take more runs. `unknown`: the
 * connection was lost, so anything may have happened.
 */
export type EventKind = 'tasks' | 'run' | 'cancel' | 'specs' | 'jobs' | 'look' | 'wake' | 'drain' | 'unknown';

/** What the instances that share a database know of each other. An instance is a process of the service. */
export interface ClusterStore {
  readonly instanceId: string;
  readonly instances: InstanceStore;
  readonly tasks: TaskStore;
  readonly pieces: PieceTaskStore;
  readonly leases: LeaseStore;
  /** Announces an event to all instances. Does nothing while the database cannot be reached. */
  announce(kind: EventKind, id?: string): Promise<void>;
  /** Calls `onEvent` for each event. It may be missing while the connection is lost. */
  listen(onEvent: (event: ClusterEvent) => void): void;
  /** Connects again if the connection that receives events was lost. Never throws. */
  reconnect(): Promise<void>;
}
