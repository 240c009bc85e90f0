import { insertTask } from './cluster/run-tasks.ts';
import type { SharedWork, Writer } from './engine/writer.ts';
import { type InsertedRun, insertRuns } from './insert-runs.ts';
import { createTopic, embeddedTopicsOf } from './journal-run.ts';
import type { ModuleSources } from './module-sources.ts';
import { insertPieces } from './piece-rows.ts';
import { type OpenedRun, openNewJournals } from './run-journal.ts';
import type { NewRun } from './stored-run.ts';

/** Accepts runs. */
export interface RunAcceptor {
  /**
   * Stores a new run and creates its topics. `accepted` states the outcome. If nothing was stored, `run` is null.
   * Reasons are: the request repeats an earlier one; its idempotency key belongs to a different request; an unfinished
   * run has the same file, spec and destination; the request does not allow that a file is published twice.
   */
  insert(run: NewRun): Promise<InsertedRun>;
  /**
   * Like insert(), and opens the journal of the run in the same transaction. Only for a process that executes all runs of
   * the store.
   */
  insertOpened(run: NewRun): Promise<InsertedRun & { journal: OpenedRun | null }>;
}

/** Where runs are accepted. `progress` is null if several processes use the store, which take the runs. */
interface AcceptOptions {
  sources: ModuleSources;
  progress: string | null;
  messages: string;
}

/** Creates the part of the store that accepts new runs. Those that wait at the same time are stored together. */
export function createRunAcceptor(writer: Writer, { sources, progress, messages }: AcceptOptions): RunAcceptor {
  const insert: SharedWork<NewRun, InsertedRun> = async (connection, runs) => {
    const inserted = await insertRuns(connection, runs, { opensJournals: false });
    const stored = runs.filter((_, index) => inserted[index]?.run !== null);
    await sources.insert(connection, stored);
    for (const run of stored) {
      for (const topic of embeddedTopicsOf(run)) await createTopic(connection, topic);
      if (progress !== null) continue;
      await insertTask(connection, run);
      if (run.pieces !== undefined) await insertPieces(connection, run.runId, run.pieces);
    }
    return inserted;
  };

  const insertOpened: SharedWork<NewRun, InsertedRun & { journal: OpenedRun | null }> = async (connection, runs) => {
    const inserted = await insertRuns(connection, runs, { opensJournals: true });
    await sources.insert(
      connection,
      runs.filter((_, index) => inserted[index]?.run !== null),
    );
    const stored = inserted.flatMap(({ run }) => run ?? []);
    const journals = await openNewJournals(writer, connection, stored, { progress, messages });
    return inserted.map((one) => ({ ...one, journal: one.run === null ? null : (journals.shift() ?? null) }));
  };

  /** Stores a run. After that, the source of its module is known to be stored. */
  async function store<Result extends InsertedRun>(work: SharedWork<NewRun, Result>, run: NewRun): Promise<Result> {
    const inserted = await writer.together(work, run);
    if (inserted.run !== null) sources.noteStored(run);
    return inserted;
  }

  return { insert: (run) => store(insert, run), insertOpened: (run) => store(insertOpened, run) };
}
