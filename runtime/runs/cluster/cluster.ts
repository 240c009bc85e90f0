import type { ClusterEvent, EventKind } from '../../state/store/cluster/cluster-store.ts';
import type { StoredInstance } from '../../state/store/cluster/instances.ts';
import type { PieceTaskStore } from '../../state/store/cluster/pieces.ts';
import type { TaskStore } from '../../state/store/cluster/run-tasks.ts';

/** An event, or `poll`: about every 2 seconds, because an event may be lost. */
export type ClusterNews = ClusterEvent | { readonly kind: 'poll' };

/** Work that only one instance may do, while this one has the lease for it. */
export interface Turn {
  /** Aborted when the lease is lost or the work must end. */
  readonly signal: AbortSignal;
  /** When an earlier turn has planned the next work, in milliseconds since 1970 by the local clock; null if it has not. */
  readonly plannedAt: number | null;
  /** Stores when the next work is planned, for the next turn. Null for never. */
  plan(at: number | null): void;
}

/** This instance of the service, among the others that share its database. */
export interface Cluster {
  readonly instanceId: string;
  readonly host: string;
  readonly version: string;
  readonly tasks: TaskStore;
  readonly pieces: PieceTaskStore;
  /** Whether this instance must not take more runs. */
  readonly isDraining: boolean;
  /** Returns all instances. Throws StoreUnavailable. */
  list(): Promise<StoredInstance[]>;
  /** Requests that an instance takes no more runs, and frees its present ones. Returns false if there is none with this id. */
  drain(id: string): Promise<boolean>;
  /** Announces an event to all instances. Never throws. */
  announce(kind: EventKind, id?: string): Promise<void>;
  /** Calls `onNews` for each event, and about every 2 seconds. */
  listen(onNews: (news: ClusterNews) => void): void;
  /**
   * Waits until no other instance has the lease `name`, and calls `work` with it. After the lease was lost, waits again.
   * Resolves when `work` has ended by itself or `signal` is aborted. Throws the errors of `work`.
   */
  inTurn(name: string, signal: AbortSignal, work: (turn: Turn) => Promise<void>): Promise<void>;
  /** Leaves the cluster. Leases must have been released. */
  close(): Promise<void>;
}
