import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { databasePath, hasFilesOfRuns } from '../database-file.ts';
import type { Connection } from '../engine/connection.ts';
import { TABLES_VERSION } from '../engine/schema.ts';
import { checkNotMoved } from '../folder-binding.ts';
import { OutdatedDataFolder, UnknownDataFolder } from '../folder-failures.ts';
import { lockFolder } from '../lock.ts';
import { messagesFolder } from '../message-file.ts';
import { examineProgress } from '../progress-file.ts';
import { tablesVersion } from '../sqlite/migrate.ts';
import { openConnection } from '../sqlite/open-connection.ts';
import { examineBatches } from './examine-batches.ts';
import { examineRuns } from './examine-runs.ts';
import { examineTexts } from './examine-texts.ts';
import { hashFile } from './hash-file.ts';
import { addDamage, countExamined, type Examination, examine } from './findings.ts';

/**
 * Reads everything in a data folder with an SQLite database, and compares it with its checksums. Changes nothing. The folder
 * is locked meanwhile. Throws DataFolderLocked, FolderMoved, OutdatedDataFolder, UnknownDataFolder, and the errors of
 * the system.
 */
export async function examineFolder(folder: string): Promise<Examination> {
  const examination: Examination = { findings: [], examined: new Map(), withoutChecksum: 0 };
  await checkNotMoved(folder);
  const lock = await lockFolder(folder);
  try {
    for (const name of ['specmill.sqlite', 'keys.sqlite']) await examinePages(folder, name, examination);
    await examineDatabase(folder, examination);
    await examineProgressFiles(folder, examination);
    await examineModules(folder, examination);
  } finally {
    await lock.release();
  }
  return examination;
}

async function examinePages(folder: string, name: string, examination: Examination): Promise<void> {
  if (!existsSync(join(folder, name))) return;
  countExamined(examination, 'databases');
  await examine(examination, name, () =>
    withConnection(join(folder, name), async (connection) => {
      const rows = await connection.all<{ integrity_check: string }>('PRAGMA integrity_check(20)');
      // The message of SQLite names pages, tables and indexes, and contains no value.
      for (const { integrity_check: problem } of rows) if (problem !== 'ok') addDamage(examination, name, problem);
    }),
  );
}

async function examineDatabase(folder: string, examination: Examination): Promise<void> {
  const name = 'specmill.sqlite';
  const path = databasePath(folder);
  if (!existsSync(path)) {
    if (await hasFilesOfRuns(folder)) addDamage(examination, name, 'is missing, but there are files of runs');
    return;
  }
  await examine(examination, name, () =>
    withConnection(path, async (connection) => {
      const version = await tablesVersion(connection);
      if (version === 0) return;
      if (version < TABLES_VERSION) throw new OutdatedDataFolder(folder);
      if (version > TABLES_VERSION) throw new UnknownDataFolder(folder);
      await examine(examination, `${name}, runs`, () => examineRuns(connection, folder, examination));
      await examine(examination, `${name}, batches`, () =>
        examineBatches(connection, messagesFolder(folder), examination),
      );
      await examineTexts(connection, examination);
    }),
  );
}

async function withConnection(path: string, work: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await openConnection(path, { mode: 'read', busyMs: 10_000 });
  try {
    await work(connection);
  } finally {
    await connection.close();
  }
}

async function examineProgressFiles(folder: string, examination: Examination): Promise<void> {
  for (const name of await namesIn(join(folder, 'progress'))) {
    countExamined(examination, 'progress files');
    const state = await examineProgress(join(folder, 'progress', name));
    const place = `progress/${name}`;
    if (state === 'damaged') addDamage(examination, place, 'has no complete checkpoint');
    if (state === 'incomplete')
      examination.findings.push({
        kind: 'INCOMPLETE',
        place,
        problem: 'has one complete checkpoint of two. The run resumes from the complete one',
      });
  }
}

/** The name of a compiled module is the SHA-256 of its text. A damaged one is compiled again. */
async function examineModules(folder: string, examination: Examination): Promise<void> {
  for (const name of await namesIn(join(folder, 'modules'))) {
    const [, sha256] = /^([0-9a-f]{64})\.mjs$/.exec(name) ?? [];
    if (sha256 === undefined) continue;
    countExamined(examination, 'modules');
    if ((await hashFile(join(folder, 'modules', name))) !== sha256)
      addDamage(examination, `modules/${name}`, 'its SHA-256 is not its name. Remove it: it is compiled again');
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
