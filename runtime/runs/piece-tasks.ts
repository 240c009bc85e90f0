import type { Cluster } from './cluster/cluster.ts';
import { describeError, type Log } from '../base/log/json-log.ts';
import type { Meter } from '../base/log/meter.ts';
import type { NewlyTakenPiece, TakenPiece } from '../state/store/cluster/pieces.ts';
import type { Store } from '../state/store/store.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import type { ActiveRun } from './active-run.ts';
import { finishAsFailed, type StoredWork } from './attempt-run.ts';
import { toTaskState } from './task-states.ts';

/** The pieces of files that this instance publishes. */
export interface PieceTasks {
  /** The number of pieces that are executed here. */
  count(): number;
  /** The number of them that occupy a thread: those that are not paused. */
  busy(): number;
  /** Takes at most `limit` free pieces and starts them. Returns their number. */
  take(limit: number): Promise<number>;
  /** Renews the leases of all pieces, and reports their progress. */
  renew(): Promise<void>;
  /** Ends the pieces of a run that was cancelled. */
  cancel(runId: string): void;
  /** Interrupts all pieces. They are free at their next checkpoint. */
  stop(): void;
  /** Resolves when no piece is executed here. */
  settled(): Promise<void>;
  /** Resolves when all pieces that were left are free. */
  left(): Promise<void>;
}

/** What createPieceTasks() needs. */
export interface PieceTasksParts {
  readonly cluster: Cluster;
  readonly store: Store;
  readonly log: Log;
  readonly meter: Meter;
  /** Starts to execute a piece of a run. */
  execute(run: StoredRun, piece: TakenPiece, stored: StoredWork): ActiveRun;
  /** Called when a thread has become free. */
  onFree(): void;
}

interface Going {
  readonly taken: TakenPiece;
  readonly active: ActiveRun;
  /** Where the piece starts, in bytes. */
  readonly byteOffset: number;
}

/** A piece whose lease has ended this often without any progress fails: it may end every process that takes it. */
const MAX_LOSSES = 10;

/** Creates the pieces of an instance. */
export function createPieceTasks({ cluster, store, log, meter, execute, onFree }: PieceTasksParts): PieceTasks {
  const { pieces } = cluster;
  const going = new Map<string, Going>();
  const leaving = new Set<Promise<void>>();

  async function begin(taken: NewlyTakenPiece): Promise<void> {
    const { runId, piece, losses, mustEnd } = taken;
    const run = await store.runs.find(runId);
    const stored = await store.pieces.find(taken);
    if (run === null || stored === null) return void (await pieces.release(taken));
    const work = storedPieceWork(store, taken);
    if (losses >= MAX_LOSSES) {
      log.error('piece_failed', { runId, piece, losses });
      await finishAsFailed(work, taken.attempt, describeLosses(piece));
      return leave(taken);
    }
    const { checkpoint, byteOffset } = stored;
    const active = execute({ ...run, checkpoint, isCancelled: mustEnd }, taken, work);
    going.set(keyOf(taken), { taken, active, byteOffset });
    void active.done.then(() => {
      going.delete(keyOf(taken));
      return leave(taken);
    });
  }

  async function free(taken: TakenPiece): Promise<void> {
    const outcome = await pieces.release(taken).catch(() => 'lost' as const);
    if (outcome === 'free') await cluster.announce('tasks');
    if (outcome === 'lost') {
      log.warn('lease_lost', { ...taken });
      meter.count('lease_losses_total', { kind: 'piece' });
    }
    onFree();
  }

  async function leave(taken: TakenPiece): Promise<void> {
    const left = free(taken).finally(() => leaving.delete(left));
    leaving.add(left);
    await left;
  }

  return {
    count: () => going.size,
    busy: () => [...going.values()].filter(({ active: { state } }) => state.status !== 'PAUSED').length,
    async take(limit) {
      const taken = await pieces.take(limit);
      for (const one of taken)
        await begin(one).catch((error: unknown) => {
          // Its lease ends by itself.
          log.warn('piece_not_started', { runId: one.runId, piece: one.piece, ...describeError(error) });
        });
      return taken.length;
    },
    async renew() {
      for (const { taken, active, byteOffset } of [...going.values()]) {
        const { bytes, ...state } = toTaskState(active.state);
        const kept = await pieces.renew(taken, { ...state, bytes: Math.max(0, bytes - byteOffset) });
        if (kept?.mustEnd) active.cancel();
        // A piece that ends at this moment has no lease either. Then this call has no effect.
        if (kept === null && going.get(keyOf(taken))?.taken.attempt === taken.attempt) active.stop();
      }
    },
    cancel(runId) {
      for (const { taken, active } of going.values()) if (taken.runId === runId) active.cancel();
    },
    stop() {
      for (const { active } of going.values()) active.stop();
    },
    settled: async () => void (await Promise.all([...going.values()].map(({ active }) => active.done))),
    left: async () => void (await Promise.all(leaving)),
  };
}

function keyOf({ runId, piece }: TakenPiece): string {
  return `${runId} ${piece}`;
}

function describeLosses(piece: number): { code: string; message: string } {
  return {
    code: 'piece_failed',
    message: `piece ${piece + 1} of the file was taken ${MAX_LOSSES} times in succession by instances that ended or hung before they made any progress: see their logs`,
  };
}

/** Returns what the store has of a piece: its journal, and the run with its checkpoint and its end. */
function storedPieceWork(store: Store, { runId, piece }: { runId: string; piece: number }): StoredWork {
  return {
    openJournal: (attempt) => store.pieces.open({ runId, piece, attempt: attempt ?? 0 }),
    async find(): Promise<StoredRun | null> {
      const run = await store.runs.find(runId);
      if (run === null || run.ended !== null) return run;
      const stored = await store.pieces.find({ runId, piece });
      if (stored === null) return store.runs.find(runId);
      const ended = stored.phase === 'DONE' ? { at: Date.now(), status: 'SUCCESS' as const, failure: null } : null;
      return { ...run, ended, checkpoint: stored.checkpoint };
    },
  };
}
