import type { JournalEntry, RunEnding } from '../../base/model/journal.ts';
import { isFiled } from '../../base/model/stored-batch.ts';
import { insertBatches, type NewBatch, showBatches } from './batches.ts';
import { holdTask } from './cluster/run-tasks.ts';
import type { Connection } from './engine/connection.ts';
import type { SharedWork } from './engine/writer.ts';
import type { Pending } from './entry-queue.ts';
import type { JournalRun } from './journal-run.ts';
import type { MessageSync } from './message-file.ts';
import { checksumOfErrors } from './run-checksum.ts';
import { sealJson } from './sealed-json.ts';

/** A journal with something to store. */
export interface WritingJournal {
  run: JournalRun;
  messageSync: MessageSync | null;
  /** Returns what to store. */
  take(): readonly Pending[];
}

/** What a transaction stores of a run: the entries that it takes, the last of them, and how the run ended. */
interface Taken {
  run: JournalRun;
  entries: JournalEntry[];
  last: JournalEntry | null;
  ending: RunEnding | null;
}

/** Stores what the journals of different runs have taken, as a work that a writer does for several of them together. */
export const storeJournals: SharedWork<WritingJournal, void> = async (connection, journals) => {
  const all = journals.map(({ run, take }): Taken => {
    const taken = take();
    const entries = taken.flatMap((one) => (one.kind === 'entry' ? one.entry : []));
    const ending = taken.findLast((one) => one.kind === 'ending')?.ending ?? null;
    return { run, entries, last: entries.at(-1) ?? null, ending };
  });
  for (const { run } of all) if (run.attempt !== null) await holdTask(connection, run.number, run.attempt);
  await storeStates(connection, all);
  await insertBatches(connection, all.flatMap(batchesOf));
  for (const { run, entries } of all)
    for (const { newErrors } of entries) await storeErrors(connection, run, newErrors);
  for (const { run, ending } of all) if (ending !== null) await storeEnding(connection, run, ending);
  for (const [index, { messageSync }] of journals.entries())
    if (all[index]?.entries.some(({ published }) => published.some(isFiled)) === true) await messageSync?.sync();
  // The next entries of a run may be stored in the same transaction. If it fails, its journal is broken.
  return journals.map(({ run }) => void run.commits++);
};

/** Stores the checkpoint of the last entry, if there is one, and how the run ended, if it has, of each run. */
async function storeStates(connection: Connection, all: readonly Taken[]): Promise<void> {
  const now = Date.now();
  const values = all.map(({ run: { number, commits }, last, ending }) => [
    ...[
      number,
      commits,
      last === null ? null : sealJson(last.checkpoint),
      ending?.durationMs ?? last?.durationMs ?? null,
    ],
    ...(ending === null ? [null, null] : [now, ending.status]),
    ending === null || ending.failure === null ? null : JSON.stringify(ending.failure),
  ]);
  const { changes } = await connection.run(
    `UPDATE runs SET commits = runs.commits + 1, checkpoint = coalesce(stored.column3, checkpoint),
        duration_ms = coalesce(stored.column4, duration_ms), finished_at = stored.column5, status = stored.column6, failure = stored.column7
       FROM (VALUES ${all.map(() => STATE_VALUES).join(', ')}) AS stored
      WHERE number = stored.column1 AND runs.commits = stored.column2 AND finished_at IS NULL`,
    values.flat(),
  );
  if (changes !== all.length) throw new Error('the run has ended, or another process works on it');
}

const STATE_VALUES =
  '(CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS DOUBLE PRECISION), CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT))';

function batchesOf({ run, entries }: Taken): NewBatch[] {
  const { topic, deadLetterTopic } = run;
  return entries.flatMap(({ published, deadLetters }) => [
    ...(topic === null ? [] : published.map((batch) => ({ target: topic, batch }))),
    ...(deadLetterTopic === null ? [] : deadLetters.map((batch) => ({ target: deadLetterTopic, batch }))),
  ]);
}

async function storeErrors(
  connection: Connection,
  { number }: JournalRun,
  newErrors: JournalEntry['newErrors'],
): Promise<void> {
  if (newErrors.length === 0) return;
  // Each item is JSON without line feeds, so a line feed can separate the items.
  const errors = newErrors.join('\n');
  await connection.run(
    'INSERT INTO run_errors (run, position, errors, checksum) VALUES (?, (SELECT coalesce(max(position), 0) + 1 FROM run_errors WHERE run = ?), ?, ?)',
    [number, number, errors, checksumOfErrors(errors)],
  );
}

async function storeEnding(connection: Connection, run: JournalRun, { status }: RunEnding): Promise<void> {
  const hasHidden = run.topic !== null && run.topic.hidden !== null;
  if (status !== 'FAILED' && hasHidden) await showBatches(connection, run.number);
  if (run.attempt === null) return;
  await connection.run('DELETE FROM run_tasks WHERE run = ?', [run.number]);
  await connection.notify('run', run.runId);
}
