import { rm } from 'node:fs/promises';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { Journal, JournalEntry, RunEnding } from '../model/journal.ts';
import type { RunOptions } from '../model/run-info.ts';
import { insertBatches, showBatches, type TopicTarget } from './batches.ts';
import { reconcileProgress, type ProgressLocation } from './reconcile-progress.ts';
import { holdTask } from './cluster/run-tasks.ts';
import type { Connection } from './engine/connection.ts';
import type { Writer } from './engine/writer.ts';

/** The journal of a run in the store. */
export interface RunJournal extends Journal {
  /**
   * Closes the journal. When the promise resolves, every earlier entry is durable or was rejected. The checkpoint of
   * the run's progress file is in the store, and the file is deleted. Nothing may write the progress file after this
   * call.
   */
  close(): Promise<void>;
}

/** The facts about a run that its journal needs. */
interface JournalRun {
  number: number;
  runId: string;
  /** Which taking of the run the journal belongs to; null if only this process uses the store. */
  attempt: number | null;
  /**
   * Number of transactions of the run's journals. If it differs from the number in the store, another journal of the
   * run was opened, and this one must not store anything.
   */
  commits: number;
  /**
   * Null if the run does not publish to the embedded broker. The same holds for `deadLetterTopic`, which is also null
   * if the run has no dead letter topic.
   */
  topic: TopicTarget | null;
  deadLetterTopic: TopicTarget | null;
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
}

/**
 * Opens the journal of a run. After that, earlier journals of the run reject every entry. Throws DiskFull, and an Error
 * if there is no unfinished run with this id.
 */
export function openRunJournal(
  writer: Writer,
  { runId, progressPath, attempt }: ProgressLocation & { attempt: number | null },
): Promise<OpenedRun> {
  return writer.transaction(async (connection) => {
    await reconcileProgress(connection, { runId, progressPath });
    const row = await readRow(connection, { runId, attempt });
    const errors = await connection.all<{ errors: string }>(
      'SELECT errors FROM run_errors WHERE run = ? ORDER BY position',
      [row.number],
    );
    const run = { ...(await readRun(connection, row)), attempt, runId };
    return {
      checkpoint: toCheckpoint(row, errors),
      journal: createJournal(writer, { ...run, progressPath }),
      progressPath,
    };
  });
}

interface Row {
  number: number;
  commits: number;
  broker: string;
  destination: string | null;
  topic: string;
  dead_letter_topic: string | null;
  options: string;
  checkpoint: string | null;
  duration_ms: number;
}

async function readRow(
  connection: Connection,
  { runId, attempt }: Pick<JournalRun, 'runId' | 'attempt'>,
): Promise<Row> {
  const [row] = await connection.all<Row>(
    'SELECT number, commits, broker, destination, topic, dead_letter_topic, options, checkpoint, duration_ms FROM runs WHERE id = ? AND finished_at IS NULL',
    [runId],
  );
  if (row === undefined) throw new Error(`there is no unfinished run ${runId}`);
  if (attempt !== null) await holdTask(connection, row.number, attempt);
  // Because the number of commits changes, any earlier journal of the run becomes invalid.
  await connection.run('UPDATE runs SET commits = commits + 1 WHERE number = ?', [row.number]);
  return { ...row, commits: row.commits + 1 };
}

// The cast is safe: a journal of this program wrote both columns.
function toCheckpoint({ checkpoint, duration_ms }: Row, errors: { errors: string }[]): Checkpoint | null {
  if (checkpoint === null) return null;
  return {
    ...(JSON.parse(checkpoint) as Checkpoint),
    errors: errors.flatMap((row) => row.errors.split('\n')),
    durationMs: duration_ms,
  };
}

async function readRun(
  connection: Connection,
  { number, commits, broker, destination, topic, dead_letter_topic, options }: Row,
): Promise<Omit<JournalRun, 'runId' | 'attempt'>> {
  if (broker !== 'embedded' || destination !== null) return { number, commits, topic: null, deadLetterTopic: null };
  const isHidden = (JSON.parse(options) as RunOptions).delivery === 'all-or-nothing';
  const targetOf = async (name: string): Promise<TopicTarget> => {
    const [row] = await connection.all<{ id: number; hidden: number }>(
      `SELECT id, (SELECT coalesce(sum(messages), 0) FROM batches WHERE run = ? AND topic = topics.id AND first_offset IS NULL) AS hidden
         FROM topics WHERE name = ?`,
      [number, name],
    );
    if (row === undefined) throw new Error(`there is no topic ${name}`);
    return { topic: row.id, run: number, hidden: isHidden ? row.hidden : null };
  };
  const target = await targetOf(topic);
  // If both topics are the same, one target object counts the messages of both.
  const deadLetterTarget =
    dead_letter_topic === null ? null : dead_letter_topic === topic ? target : await targetOf(dead_letter_topic);
  return { number, commits, topic: target, deadLetterTopic: deadLetterTarget };
}

type Pending = { kind: 'entry'; entry: JournalEntry } | { kind: 'ending'; ending: RunEnding };

/** Creates a journal. Entries that arrive while a transaction runs are stored together in the next one. */
function createJournal(writer: Writer, run: JournalRun & ProgressLocation): RunJournal {
  let pending: Pending[] = [];
  let flush: Promise<void> | null = null;
  let broken: { reason: unknown } | null = null;

  function enqueue(next: Pending): Promise<void> {
    if (broken !== null) return Promise.reject(broken.reason);
    pending.push(next);
    flush ??= writer.transaction(write).catch((reason: unknown) => {
      broken ??= { reason };
      throw reason;
    });
    return flush;
  }

  async function write(connection: Connection): Promise<void> {
    const taken = pending;
    pending = [];
    flush = null;
    // After an entry could not be stored, no later entry may be stored.
    if (broken !== null) throw broken.reason;
    const last = taken.findLast((one) => one.kind === 'entry')?.entry ?? null;
    await storeAll(connection, run, { taken, last });
    // The next entries may be stored in the same transaction. If it fails, the journal is broken.
    run.commits++;
  }

  return {
    commit: (entry) => enqueue({ kind: 'entry', entry }),
    finish: (ending) => enqueue({ kind: 'ending', ending }),
    async close() {
      broken ??= { reason: new Error('the journal of this run is closed') };
      // A run into the embedded broker has no progress file.
      if (run.topic !== null || run.progressPath === null) return writer.inTurn(async () => {});
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
  await storeCheckpoint(connection, run, last);
  for (const one of taken) {
    if (one.kind === 'entry') await storeEntry(connection, run, one.entry);
    else await storeEnding(connection, run, one.ending);
  }
}

async function storeCheckpoint(
  connection: Connection,
  { number, commits }: JournalRun,
  last: JournalEntry | null,
): Promise<void> {
  const { changes } = await connection.runPrepared(
    'UPDATE runs SET commits = commits + 1, checkpoint = coalesce(?, checkpoint), duration_ms = coalesce(?, duration_ms) WHERE number = ? AND commits = ? AND finished_at IS NULL',
    [last?.checkpoint ?? null, last?.durationMs ?? null, number, commits],
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

async function storeEnding(
  connection: Connection,
  run: JournalRun,
  { status, failure, durationMs }: RunEnding,
): Promise<void> {
  if (status !== 'FAILED') await showBatches(connection, run.number);
  await connection.run('UPDATE runs SET finished_at = ?, status = ?, failure = ?, duration_ms = ? WHERE number = ?', [
    Date.now(),
    status,
    failure === null ? null : JSON.stringify(failure),
    durationMs,
    run.number,
  ]);
  if (run.attempt === null) return;
  await connection.run('DELETE FROM run_tasks WHERE run = ?', [run.number]);
  await connection.notify('run', run.runId);
}
