import type { Accepted } from '../../base/model/accepted.ts';
import { identifyDestination } from '../../base/model/destination.ts';
import { findPublished, refuseDuplicate, warnOfDuplicate } from './duplicate-files.ts';
import type { Connection } from './engine/connection.ts';
import { insertSmallFiles } from './small-files.ts';
import { type NewRun, RUN_COLUMNS, type RunRow, type StoredRun, toNewRow, toStoredRun } from './stored-run.ts';

/** The outcome of a new run. `run` is null if it was not stored; `accepted` states why. */
export interface InsertedRun {
  accepted: Accepted;
  run: StoredRun | null;
}

/**
 * Stores new runs, as a part of a transaction, as if each were stored after the one before it. `opensJournals`: whether the
 * transaction opens a journal of each. Returns like RunStore.insert() for each run.
 */
export async function insertRuns(
  connection: Connection,
  runs: readonly NewRun[],
  { opensJournals }: { opensJournals: boolean },
): Promise<InsertedRun[]> {
  const inserted = new Map<NewRun, InsertedRun>();
  for (let left = runs; left.length > 0; ) {
    const different = withoutRepeated(left);
    const outcomes = await insertDifferent(connection, different, opensJournals);
    for (const [index, run] of different.entries()) inserted.set(run, outcomes[index] as InsertedRun);
    left = left.filter((run) => !inserted.has(run));
  }
  return runs.map((run) => inserted.get(run) as InsertedRun);
}

/** Returns the runs without those that have the file or the idempotency key of an earlier one. */
function withoutRepeated(runs: readonly NewRun[]): NewRun[] {
  const known = new Set<string>();
  return runs.filter(({ fileSha256, idempotencyKey }) => {
    const keys = idempotencyKey === null ? [`file ${fileSha256}`] : [`file ${fileSha256}`, `key ${idempotencyKey}`];
    const isNew = keys.every((key) => !known.has(key));
    for (const key of keys) known.add(key);
    return isNew;
  });
}

/** Stores runs that do not depend on each other. */
async function insertDifferent(
  connection: Connection,
  runs: readonly NewRun[],
  opensJournals: boolean,
): Promise<InsertedRun[]> {
  const [repeatedBy, publishedBy] = await Promise.all([
    findRepeated(connection, runs),
    findPublished(connection, runs),
  ]);
  const outcomes = runs.map((run) => {
    const published = publishedBy(run);
    const known = repeatedBy(run) ?? refuseDuplicate(run, published);
    return { run, known, warnings: warnOfDuplicate(run, published) };
  });
  const accepted = outcomes.filter(({ known }) => known === null);
  const rows = await insertRows(
    connection,
    accepted.map(({ run, warnings }) => ({
      ...toNewRow(run, Date.now()),
      ...{ warnings: JSON.stringify(warnings), commits: opensJournals ? 1 : 0 },
    })),
  );
  await insertSmallFiles(
    connection,
    accepted.flatMap(({ run: { spoolName: name, content } }) => (content === undefined ? [] : { name, content })),
  );
  return outcomes.map(({ run, known }) => {
    if (known !== null) return { accepted: known, run: null };
    const row = rows.get(run.runId);
    if (row === undefined) throw new Error('the run that was just written does not exist');
    return { accepted: { kind: 'accepted', runId: run.runId }, run: toStoredRun(row) };
  });
}

/** Inserts rows, and returns them by the ids of the runs. */
async function insertRows(
  connection: Connection,
  rows: readonly ReturnType<typeof toNewRow>[],
): Promise<Map<string, RunRow>> {
  const [first] = rows;
  if (first === undefined) return new Map();
  const names = Object.keys(first);
  const values = `(${names.map(() => '?').join(', ')})`;
  const inserted = await connection.all<RunRow>(
    `INSERT INTO runs (${names.join(', ')}) VALUES ${rows.map(() => values).join(', ')} RETURNING ${RUN_COLUMNS}`,
    rows.flatMap((row) => Object.values(row)),
  );
  return new Map(inserted.map((row) => [row.id, row]));
}

/** Finds for each run what its request repeats; null if it is new. */
async function findRepeated(
  connection: Connection,
  runs: readonly NewRun[],
): Promise<(run: NewRun) => Accepted | null> {
  const [keyed, unfinished] = await Promise.all([findByKeys(connection, runs), findUnfinished(connection, runs)]);
  return (run) => {
    const same = keyed.get(run);
    if (same !== undefined)
      return same.request_hash === run.requestHash ? { kind: 'repeated', runId: same.id } : { kind: 'key_conflict' };
    const runId = unfinished.get(run)?.id ?? null;
    return runId === null ? null : { kind: 'in_progress', runId };
  };
}

interface KeyedRow {
  id: string;
  request_hash: string;
}

/** Returns the stored runs that have the idempotency keys of new ones. Only the database can compare the keys. */
async function findByKeys(connection: Connection, runs: readonly NewRun[]): Promise<Map<NewRun, KeyedRow>> {
  const keys = runs.flatMap(({ idempotencyKey: key }, index) => (key === null ? [] : [index, key]));
  if (keys.length === 0) return new Map();
  const values = Array.from({ length: keys.length / 2 }, () => '(CAST(? AS BIGINT), CAST(? AS TEXT))');
  const found = await connection.all<KeyedRow & { run: number }>(
    // CROSS JOIN makes SQLite look up each key.
    `SELECT column1 AS run, id, request_hash FROM (VALUES ${values.join(', ')}) AS wanted
       CROSS JOIN runs WHERE idempotency_key = column2`,
    keys,
  );
  return byRun(runs, found);
}

/** Returns the ids of unfinished runs that have the file, spec and destination of new ones. */
async function findUnfinished(
  connection: Connection,
  runs: readonly NewRun[],
): Promise<Map<NewRun, { id: string | null }>> {
  const values = runs.map(() => '(CAST(? AS BIGINT), CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TEXT))');
  const found = await connection.all<{ run: number; id: string | null }>(
    `SELECT column1 AS run, (
       SELECT id FROM runs WHERE finished_at IS NULL AND file_sha256 = column2 AND spec_version = column3 AND topic = column4
        LIMIT 1) AS id
     FROM (VALUES ${values.join(', ')}) AS wanted`,
    runs.flatMap(({ fileSha256, spec, destination }, index) => [
      ...[index, fileSha256, spec.version, identifyDestination(destination)],
    ]),
  );
  return byRun(runs, found);
}

/** Returns rows by the runs whose indexes they have. */
function byRun<Row extends { run: number }>(runs: readonly NewRun[], rows: readonly Row[]): Map<NewRun, Row> {
  const found = new Map<NewRun, Row>();
  for (const row of rows) {
    const run = runs[row.run];
    if (run !== undefined) found.set(run, row);
  }
  return found;
}
