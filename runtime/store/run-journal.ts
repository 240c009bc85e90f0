import { rm } from 'node:fs/promises';
import type { Position } from '../../compiler/kernel/model/contract.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { PieceCount, PieceRange } from '../model/pieces.ts';
import type { Journal, JournalEntry, RunEnding } from '../model/journal.ts';
import { isFiled } from '../model/stored-batch.ts';
import { createEntryQueue, lastEntryOf, type Pending } from './entry-queue.ts';
import { insertBatches, showBatches } from './batches.ts';
import { beginAttempt, findTopics, type JournalRun, readRun, toCheckpoint } from './journal-run.ts';
import { reconcileProgress, type ProgressLocation } from './reconcile-progress.ts';
import { holdTask } from './cluster/run-tasks.ts';
import type { Connection } from './engine/connection.ts';
import { createMessageSync, type MessageSync, nameMessageFile } from './message-file.ts';
import type { StoredRun } from './stored-run.ts';
import type { Writer } from './engine/writer.ts';

/** The journal of a run in the store. */
export interface RunJournal extends Journal {
  /**
   * Closes the journal. When the promise resolves, every earlier entry is durable or was rejected. The checkpoint of
   * the run's progress file is in the store, and the file is deleted. Nothing may write the progress file after this
   * call.
   */
  close(): Promise<void>;
  /**
   * Stores the limits of a piece. Null: the file cannot be divided, and the run becomes one task. Absent if the journal is
   * not that of a piece.
   */
  storeCount?(count: PieceCount | null): Promise<void>;
}

/** A run that can be resumed: its last checkpoint (null before the first) and its journal. */
export interface OpenedRun {
  checkpoint: Checkpoint | null;
  journal: RunJournal;
  /**
   * Path at which the run may create its progress file; null if it must not. `checkpoint` already includes the content
   * of an earlier progress file.
   */
  progressPath: string | null;
  /** The message file that this attempt may create; null if it must store values in the database. */
  messageFile: { folder: string; name: string } | null;
  /** The piece of the run's file to read. Absent: the whole file. */
  piece?: OpenedPiece;
}

/** What to do with a piece of a file: find its limits, or publish it. */
export type OpenedPiece = { kind: 'count'; from: Position | null } | { kind: 'publish'; range: PieceRange };

/** A run, who attempts it, and the folder of the message files. */
interface JournalLocation extends ProgressLocation {
  attempt: number | null;
  messages: string;
}

/**
 * Opens the journal of a run. After that, earlier journals of the run reject every entry. Throws DiskFull, and an Error
 * if there is no unfinished run with this id.
 */
export function openRunJournal(
  writer: Writer,
  { runId, progressPath, attempt, messages }: JournalLocation,
): Promise<OpenedRun> {
  return writer.transaction(async (connection) => {
    await reconcileProgress(connection, { runId, progressPath });
    const row = await beginAttempt(connection, { runId, attempt });
    const errors = await connection.all<{ errors: string }>(
      'SELECT errors FROM run_errors WHERE run = ? ORDER BY position',
      [row.number],
    );
    const run = { ...(await readRun(connection, row)), attempt, runId, progressPath };
    return { ...openJournal(writer, connection, run, messages), checkpoint: toCheckpoint(row, errors) };
  });
}

/** Opens the first journal of a run, in the transaction that stores the run. */
export async function openNewJournal(
  writer: Writer,
  connection: Connection,
  { runId, ...stored }: StoredRun,
  { progressPath, messages }: Pick<JournalLocation, 'progressPath' | 'messages'>,
): Promise<OpenedRun> {
  const run = { ...(await findTopics(connection, stored, true)), attempt: null, runId, progressPath, commits: 1 };
  return openJournal(writer, connection, run, messages);
}

function openJournal(
  writer: Writer,
  { dialect }: Connection,
  run: JournalRun & ProgressLocation,
  messages: string,
): OpenedRun {
  const { progressPath } = run;
  const messageFile =
    run.topic !== null && dialect.name === 'sqlite'
      ? { folder: messages, name: nameMessageFile(run.number, run.commits) }
      : null;
  const messageSync = messageFile === null ? null : createMessageSync(messageFile.folder, messageFile.name);
  return { checkpoint: null, journal: createJournal(writer, { ...run, messageSync }), progressPath, messageFile };
}

/** Creates a journal. Entries that arrive while a transaction runs are stored together in the next one. */
function createJournal(
  writer: Writer,
  run: JournalRun & ProgressLocation & { messageSync: MessageSync | null },
): RunJournal {
  const queue = createEntryQueue(writer, async (connection, taken) => {
    await storeAll(connection, run, { taken, last: lastEntryOf(taken) });
    if (taken.some((one) => one.kind === 'entry' && one.entry.published.some(isFiled))) await run.messageSync?.sync();
    // The next entries may be stored in the same transaction. If it fails, the journal is broken.
    run.commits++;
  });
  return {
    commit: (entry) => queue.add({ kind: 'entry', entry }),
    finish: (ending) => queue.add({ kind: 'ending', ending }),
    async close() {
      queue.close();
      // A run into the embedded broker has no progress file.
      if (run.topic !== null) return writer.settled().finally(() => run.messageSync?.close());
      if (run.progressPath === null) return writer.settled();
      await writer.transaction((connection) => reconcileProgress(connection, run));
      await rm(run.progressPath, { force: true });
    },
  };
}

async function storeAll(
  connection: Connection,
  run: JournalRun,
  { taken, last }: { taken: readonly Pending[]; last: JournalEntry | null },
): Promise<void> {
  if (run.attempt !== null) await holdTask(connection, run.number, run.attempt);
  const ending = taken.findLast((one) => one.kind === 'ending')?.ending ?? null;
  await storeState(connection, run, { last, ending });
  for (const one of taken) if (one.kind === 'entry') await storeEntry(connection, run, one.entry);
  if (ending !== null) await storeEnding(connection, run, ending);
}

/** Stores the checkpoint of the last entry, if there is one, and how the run ended, if it has. */
async function storeState(
  connection: Connection,
  { number, commits }: JournalRun,
  { last, ending }: { last: JournalEntry | null; ending: RunEnding | null },
): Promise<void> {
  const failure = ending === null || ending.failure === null ? null : JSON.stringify(ending.failure);
  const durationMs = ending?.durationMs ?? last?.durationMs ?? null;
  const { changes } = await connection.run(
    `UPDATE runs SET commits = commits + 1, checkpoint = coalesce(?, checkpoint), duration_ms = coalesce(?, duration_ms),
        finished_at = ?, status = ?, failure = ?
      WHERE number = ? AND commits = ? AND finished_at IS NULL`,
    [
      last?.checkpoint ?? null,
      durationMs,
      ...(ending === null ? [null, null, null] : [Date.now(), ending.status, failure]),
      number,
      commits,
    ],
  );
  if (changes !== 1) throw new Error('the run has ended, or another process works on it');
}

async function storeEntry(
  connection: Connection,
  run: JournalRun,
  { published, deadLetters, newErrors }: JournalEntry,
): Promise<void> {
  if (run.topic !== null) await insertBatches(connection, run.topic, published);
  if (run.deadLetterTopic !== null) await insertBatches(connection, run.deadLetterTopic, deadLetters);
  if (newErrors.length === 0) return;
  // Each item is JSON without line feeds, so a line feed can separate the items.
  await connection.run(
    'INSERT INTO run_errors (run, position, errors) VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM run_errors WHERE run = ?), ?)',
    [run.number, run.number, newErrors.join('\n')],
  );
}

async function storeEnding(connection: Connection, run: JournalRun, { status }: RunEnding): Promise<void> {
  const hasHidden = run.topic !== null && run.topic.hidden !== null;
  if (status !== 'FAILED' && hasHidden) await showBatches(connection, run.number);
  if (run.attempt === null) return;
  await connection.run('DELETE FROM run_tasks WHERE run = ?', [run.number]);
  await connection.notify('run', run.runId);
}
