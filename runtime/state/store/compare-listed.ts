import type { Connection } from './engine/connection.ts';
import type { ListedFile } from './job-file-store.ts';
import type { Writer } from './engine/writer.ts';

interface KnownRow {
  number: number;
  path: string;
  identity: string;
  version: string;
  size: number;
  state: string;
  reason_code: string | null;
  gone_since: number | null;
  unchanged_since: number;
}

interface Connections {
  writer: Writer;
  reader: Connection;
}

/** A row that must be written, or the number of one that need not be. */
type Comparison = { file: ListedFile; row: KnownRow | null; isChanged: boolean };

/** See `JobFileStore.compare`. */
export async function compareListed(
  { writer, reader }: Connections,
  job: string,
  { listed, now }: { listed: readonly ListedFile[]; now: number },
): Promise<number[]> {
  const find = await findKnown(reader, job, listed);
  const compared = listed.map((file) => compareFile(file, find(file), now));
  if (!compared.some(({ isChanged }) => isChanged)) return compared.map(({ row }) => row?.number ?? 0);
  return writer.transaction(async (connection) => {
    const added = compared.flatMap(({ file, row }) => (row === null ? [file] : []));
    const numbers = await insertAll(connection, job, { files: added, now });
    for (const { file, row, isChanged } of compared)
      if (row !== null && isChanged) await update(connection, row, { file, now });
    return compared.map(({ file, row }) => row?.number ?? numbers.get(file.identity) ?? 0);
  });
}

const BY_IDENTITY = 'job = ? AND identity = wanted.value';
/** The rows at a path that no run has used. */
const OPEN_BY_PATH = `job = ? AND job_files.path = wanted.value
  AND state IN ('seen', 'waiting', 'ignored') AND then_pending = 0 AND sha256 IS NULL`;

/** Finds the row with the identity of a file. If there is none, the row at its path that no run has used. */
async function findKnown(
  reader: Connection,
  job: string,
  listed: readonly ListedFile[],
): Promise<(file: ListedFile) => KnownRow | null> {
  const { lookUp } = reader.dialect;
  // The list of SQLite has a column "path", too.
  const columns = 'number, job_files.path, identity, version, size, state, reason_code, gone_since, unchanged_since';
  const identities = JSON.stringify(listed.map(({ identity }) => identity));
  const paths = JSON.stringify(listed.map(({ path }) => path));
  const known = await reader.all<KnownRow>(
    `SELECT ${columns} FROM ${lookUp('job_files', BY_IDENTITY, 'job_files_identity')}`,
    [identities, job],
  );
  const byIdentity = new Map(known.map((row) => [row.identity, row]));
  if (listed.every(({ identity }) => byIdentity.has(identity)))
    return ({ identity }) => byIdentity.get(identity) ?? null;
  const open = await reader.all<KnownRow>(
    `SELECT ${columns} FROM ${lookUp('job_files', OPEN_BY_PATH, 'job_files_path')}`,
    [paths, job],
  );
  const byPath = new Map(open.map((row) => [row.path, row]));
  return ({ identity, path }) => byIdentity.get(identity) ?? byPath.get(path) ?? null;
}

function isOpen({ state, reason_code }: KnownRow): boolean {
  return state === 'seen' || state === 'waiting' || (state === 'ignored' && (reason_code ?? '').startsWith('ignored_'));
}

function compareFile(file: ListedFile, row: KnownRow | null, now: number): Comparison {
  if (row === null) return { file, row, isChanged: true };
  const isSame = hasSameContent(row, file, now) && row.identity === file.identity;
  const isVerdictSame = file.ignored === null ? row.state !== 'ignored' : row.reason_code === file.ignored.code;
  return { file, row, isChanged: row.gone_since !== null || (isOpen(row) && !(isSame && isVerdictSame)) };
}

/** If the clock was set back, the time since when a file is unchanged begins again. It would be waited for otherwise. */
function hasSameContent(row: KnownRow, { version, size }: ListedFile, now: number): boolean {
  return row.version === version && row.size === size && row.unchanged_since <= now;
}

/** Indexes in a row of insertAll(). */
const SIZE = 2;
const MODIFIED = 3;

/** Adds rows with one statement, which is much faster than one for each. Returns their numbers by identity. */
async function insertAll(
  connection: Connection,
  job: string,
  { files, now }: { files: readonly ListedFile[]; now: number },
): Promise<Map<string, number>> {
  if (files.length === 0) return new Map();
  const rows = files.map(({ path, name, size, modified, version, identity, ignored }) => [
    path,
    name,
    size,
    modified,
    version,
    identity,
    ignored === null ? 'seen' : 'ignored',
    ignored?.code ?? null,
    ignored?.message ?? null,
  ]);
  const { rows: listed, element, lookUp } = connection.dialect;
  const members = (rows[0] ?? []).map((_, index) =>
    element(index, index === SIZE || index === MODIFIED ? 'number' : 'text'),
  );
  await connection.run(
    `INSERT INTO job_files (path, name, size, modified, version, identity, state, reason_code, reason, job, location,
       first_seen, unchanged_since) SELECT ${members.join(', ')}, ?, ${element(0, 'text')}, ?, ? FROM ${listed}`,
    [job, now, now, JSON.stringify(rows)],
  );
  const inserted = await connection.all<{ number: number; identity: string }>(
    `SELECT number, identity FROM ${lookUp('job_files', BY_IDENTITY, 'job_files_identity')}`,
    [JSON.stringify(files.map(({ identity }) => identity)), job],
  );
  return new Map(inserted.map(({ number, identity }) => [identity, number]));
}

async function update(
  connection: Connection,
  row: KnownRow,
  { file, now }: { file: ListedFile; now: number },
): Promise<void> {
  const { path, name, size, modified, version, identity, ignored } = file;
  if (!isOpen(row)) {
    await connection.run('UPDATE job_files SET gone_since = NULL WHERE number = ?', [row.number]);
    return;
  }
  const isSame = hasSameContent(row, file, now) && row.gone_since === null;
  const state = ignored !== null ? 'ignored' : row.state === 'ignored' ? 'waiting' : row.state;
  await connection.run(
    `UPDATE job_files SET path = ?, location = ?, name = ?, size = ?, modified = ?, version = ?, identity = ?, state = ?,
       reason_code = ?, reason = ?, gone_since = NULL, unchanged_since = CASE WHEN ? = 1 THEN unchanged_since ELSE ? END
       WHERE number = ?`,
    [
      path,
      path,
      name,
      size,
      modified,
      version,
      identity,
      state,
      ignored?.code ?? null,
      ignored?.message ?? null,
    ].concat([isSame ? 1 : 0, now, row.number]),
  );
}
