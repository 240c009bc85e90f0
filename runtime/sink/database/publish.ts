import { DatabaseFailure } from '../../base/database/failure.ts';
import type { DatabaseSettings } from '../../base/database/settings.ts';
import type { Checkpoint } from '../../base/model/checkpoint.ts';
import type { Journal } from '../../base/model/journal.ts';
import { createMessageHeaders } from '../../base/model/message-headers.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import { RunFailure, RunPause, RunRefused } from '../../base/model/run-failure.ts';
import type { RunInfo } from '../../base/model/run-info.ts';
import type { Sink } from '../contract.ts';
import { openMariadbTable } from './mariadb/open-table.ts';
import { openPostgresTable } from './postgresql/open-table.ts';
import type { TableConnection } from './table/table-connection.ts';
import { createTableSink } from './table-sink.ts';
import { planColumns, type TablePlan } from './table/plan-columns.ts';
import { RowWriter } from './table/row-writer.ts';
import { createRunRows } from './table/run-rows.ts';
import { findTypeTables, type TypeTable } from './table/type-tables.ts';

/** A run, and the table into which it writes its records; see TableDestination. */
export interface TableTask {
  info: RunInfo;
  database: DatabaseSettings;
  table: string;
  /** The fields that identify a record; null for the column `ce_id`. */
  key: readonly string[] | null;
  /** The last checkpoint of an earlier attempt; null for the first attempt. */
  checkpoint: Checkpoint | null;
  journal: Journal;
  /** The number of records before the piece that is written. Absent: the whole file is. */
  before?: number;
}

/**
 * Writes the records of a run into a table. Calls `runWith` with a sink. `runWith` must read the file from the sink's
 * checkpoint on, and pass the batches to the sink. Throws RunPause (`table_not_found`) and RunFailure (`table_mismatch`,
 * `checkpoint_lost`) before anything is written, RunRefused, RunPause, and the errors of `runWith`.
 */
export async function publishToTable(
  task: TableTask,
  runWith: (sink: Sink) => Promise<ProcessingResult>,
): Promise<void> {
  try {
    const { driver } = task.database;
    const connect = driver === 'postgresql' ? openPostgresTable : openMariadbTable;
    const connection = await connect(task.database);
    try {
      await runWith(await openTableSink(task, connection));
    } finally {
      await connection.close();
    }
  } catch (error) {
    throw error instanceof DatabaseFailure ? toRunError(error) : error;
  }
}

/** Checks the tables and opens the progress of a run, and returns its sink. Throws like publishToTable(). */
export async function openTableSink(task: Omit<TableTask, 'database'>, connection: TableConnection): Promise<Sink> {
  const { info, table, key, checkpoint, journal, before = 0 } = task;
  const { runId, spec, fileSha256, options } = info;
  if (runId === null || fileSha256 === null) throw new Error('a dry run, or a run of a pipe, has no table');
  const tables: (Pick<TypeTable, 'table' | 'type' | 'parent'> & { plan: TablePlan })[] = [];
  for (const one of findTypeTables(spec, table)) {
    const facts = await connection.describe(one.table);
    if (facts === null)
      throw new RunPause(
        'table_not_found',
        `The database has no table "${one.table}". Create it: specmill docs --ddl prints one that fits`,
      );
    const { parent, type } = one;
    const plan = planColumns({ spec: one, facts, table: one.table, key, isPart: parent !== null });
    tables.push({ table: one.table, type, parent, plan });
  }
  const progress = await connection.openProgress(runId);
  const stored = checkpoint?.position?.record ?? 0;
  const isWhole = options.delivery === 'all-or-nothing';
  if (!isWhole && stored > Math.max(before, progress.record))
    throw new RunFailure(
      'checkpoint_lost',
      `the database lost the checkpoint of the run: record ${stored} was committed, but the database reports record ${progress.record}`,
    );
  for (const one of tables) await connection.prepare(one.table, one.plan);
  const { idPrefix } = createMessageHeaders(spec, fileSha256, options);
  const { syntax, needsNumber, maxBytes } = connection;
  const writers = tables.map(
    ({ plan, type, parent }) =>
      new RowWriter({ plan, encoder: spec.encoder, type, parent, syntax, idPrefix, hasNumber: needsNumber, maxBytes }),
  );
  return createTableSink({
    runId,
    connection,
    progress,
    rows: createRunRows(writers),
    journal,
    checkpoint: isWhole ? null : checkpoint,
    isWhole,
  });
}

/** Converts a failure of the database to one of the run, which resumes if the database may accept the rows later. */
function toRunError(failure: DatabaseFailure): Error {
  if (failure.isTemporary || failure.code === 'tls_failed')
    return new RunPause('database_unavailable', failure.message);
  // Somebody may correct the credential, the privileges or the table.
  const isCorrectable = failure.code === 'authentication_failed' || failure.code === 'permission_denied';
  if (isCorrectable) return new RunPause(failure.code, failure.message);
  if (failure.code === 'not_found') return new RunPause('table_not_found', failure.message);
  return new RunRefused(`database_${failure.code}`, failure.message);
}
