import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { StoredDataDamaged } from '../../../base/model/stored-data-damaged.ts';
import { isSmallFile } from '../../../base/model/small-file-name.ts';
import type { Connection, Param } from '../engine/connection.ts';
import { CHECKED_COLUMNS, type ErrorsRow, openErrors, verifyAccepted } from '../run-checksum.ts';
import { isSealed, openSealed } from '../sealed-json.ts';
import { countExamined, type Examination, examine, requireJson } from './findings.ts';
import { hashFile } from './hash-file.ts';

interface ExaminedRun {
  number: number;
  id: string;
  spec: string;
  options: string;
  destination: string | null;
  warnings: string;
  failure: string | null;
  checkpoint: string | null;
  checksum: number | null;
  spool_name: string | null;
  file_bytes: number;
  file_sha256: string;
}

/** Reads all runs that were not deleted, their files and their errors. */
export async function examineRuns(connection: Connection, folder: string, examination: Examination): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await connection.all<ExaminedRun & Record<string, Param>>(
      `SELECT number, ${CHECKED_COLUMNS}, warnings, failure, checkpoint, spool_name
         FROM runs WHERE number > ? AND deleted_at IS NULL ORDER BY number LIMIT 200`,
      [after],
    );
    for (const row of rows) {
      const place = `runs, row ${row.number}`;
      countExamined(examination, 'runs', row.checksum !== null);
      await examine(examination, place, () => verifyRow(row));
      if (row.checkpoint !== null) countExamined(examination, 'checkpoints', isSealed(row.checkpoint));
      await examine(examination, place, () => {
        if (row.checkpoint !== null) openSealed(row.checkpoint, `the checkpoint of the run ${row.id}`);
      });
      if (row.spool_name !== null) await examineFile(connection, folder, { ...row, name: row.spool_name }, examination);
      after = row.number;
    }
    if (rows.length === 0) break;
  }
  await examineErrors(connection, examination);
}

function verifyRow(row: ExaminedRun & Record<string, Param>): void {
  verifyAccepted(row);
  for (const text of [row.spec, row.options, row.destination]) requireJson(text, `the request of the run ${row.id}`);
  for (const text of [row.warnings, row.failure]) requireJson(text, `the result of the run ${row.id}`);
}

/** Compares the stored file of a run with the one that was sent. */
async function examineFile(
  connection: Connection,
  folder: string,
  { id, name, file_bytes: bytes, file_sha256: sha256 }: ExaminedRun & { name: string },
  examination: Examination,
): Promise<void> {
  countExamined(examination, 'received files');
  const isSmall = isSmallFile(name);
  await examine(examination, isSmall ? `small_files, row "${name}"` : `spool/${name}`, async () => {
    const found = isSmall ? await hashSmallFile(connection, name) : await hashSpooled(join(folder, 'spool', name));
    if (found === null) throw new StoredDataDamaged(`the file of the run ${id}, which is missing,`);
    if (found.bytes !== bytes || found.sha256 !== sha256) throw new StoredDataDamaged(`the file of the run ${id}`);
  });
}

interface HashedFile {
  bytes: number;
  sha256: string;
}

async function hashSmallFile(connection: Connection, name: string): Promise<HashedFile | null> {
  const [row] = await connection.all<{ content: Uint8Array }>('SELECT content FROM small_files WHERE name = ?', [name]);
  if (row === undefined) return null;
  return { bytes: row.content.length, sha256: createHash('sha256').update(row.content).digest('hex') };
}

async function hashSpooled(path: string): Promise<HashedFile | null> {
  // A link leads out of the folder, so it is not the file that was received.
  const found = await lstat(path).catch(() => null);
  return found?.isFile() === true ? { bytes: found.size, sha256: await hashFile(path) } : null;
}

async function examineErrors(connection: Connection, examination: Examination): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await connection.all<ErrorsRow & { row: number; run: number; position: number }>(
      'SELECT rowid AS "row", run, position, errors, checksum FROM run_errors WHERE rowid > ? ORDER BY rowid LIMIT 20',
      [after],
    );
    for (const row of rows) {
      countExamined(examination, 'lists of errors', row.checksum !== null);
      await examine(examination, `run_errors, run ${row.run}, position ${row.position}`, () => {
        for (const item of openErrors(row, row.run)) requireJson(item, 'an item');
      });
      after = row.row;
    }
    if (rows.length === 0) break;
  }
}
