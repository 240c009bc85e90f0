import type { Accepted } from '../model/accepted.ts';
import { identifyDestination } from '../model/destination.ts';
import { findPublished, refuseDuplicate, warnOfDuplicate } from './duplicate-files.ts';
import type { Connection } from './engine/connection.ts';
import { createTopic } from './journal-run.ts';
import { insertSmallFile } from './small-files.ts';
import { type NewRun, RUN_COLUMNS, type RunRow, type StoredRun, toNewRow, toStoredRun } from './stored-run.ts';

/**
 * Stores a new run and creates its topics, as a part of a transaction. `opensJournal`: whether the transaction
 * opens a journal of the run, which creates the topics. Returns like RunStore.insert().
 */
export async function insertRun(
  connection: Connection,
  run: NewRun,
  { opensJournal = false } = {},
): Promise<{ accepted: Accepted; run: StoredRun | null }> {
  const [repeated, published] = await Promise.all([findRepeated(connection, run), findPublished(connection, run)]);
  const known = repeated ?? refuseDuplicate(run, published);
  if (known !== null) return { accepted: known, run: null };
  const warnings = warnOfDuplicate(run, published);
  const columns = { ...toNewRow(run, Date.now()), warnings: JSON.stringify(warnings), commits: opensJournal ? 1 : 0 };
  const names = Object.keys(columns);
  const [row] = await connection.all<RunRow>(
    `INSERT INTO runs (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) RETURNING ${RUN_COLUMNS}`,
    Object.values(columns),
  );
  if (row === undefined) throw new Error('the run that was just written does not exist');
  if (run.content !== undefined) await insertSmallFile(connection, run.spoolName, run.content);
  if (!opensJournal) for (const topic of findEmbeddedTopics(run)) await createTopic(connection, topic);
  return { accepted: { kind: 'accepted', runId: run.runId }, run: toStoredRun(row) };
}

function findEmbeddedTopics({ broker, destination }: NewRun): string[] {
  if (broker !== 'embedded' || destination.kind !== 'topic') return [];
  const { topic, deadLetterTopic } = destination;
  return deadLetterTopic === null ? [topic] : [topic, deadLetterTopic];
}

async function findRepeated(connection: Connection, run: NewRun): Promise<Accepted | null> {
  if (run.idempotencyKey !== null) {
    const [keyed] = await connection.all<{ id: string; request_hash: string }>(
      'SELECT id, request_hash FROM runs WHERE idempotency_key = ?',
      [run.idempotencyKey],
    );
    if (keyed !== undefined)
      return keyed.request_hash === run.requestHash ? { kind: 'repeated', runId: keyed.id } : { kind: 'key_conflict' };
  }
  const [same] = await connection.all<{ id: string }>(
    'SELECT id FROM runs WHERE finished_at IS NULL AND file_sha256 = ? AND spec_version = ? AND topic = ?',
    [run.fileSha256, run.spec.version, identifyDestination(run.destination)],
  );
  return same === undefined ? null : { kind: 'in_progress', runId: same.id };
}
