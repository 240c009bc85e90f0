import type { FileRecords } from '../../base/model/file-records.ts';
import type { FileState } from '../../base/model/file-state.ts';
import { insertAlert } from './alerts.ts';
import { insertAudit } from './audit.ts';
import { compareListed } from './compare-listed.ts';
import type { Connection, Param } from './engine/connection.ts';
import type { Dialect } from './engine/dialect.ts';
import type { FileChange, FileOrder, FileQuery, JobFileStore, StoredFile } from './job-file-store.ts';
import { FILE_COLUMNS, type FileRow, toColumns, toStoredFile } from './stored-file.ts';
import type { Writer } from './engine/writer.ts';

const PAGE = 100;
const GONE_PAGE = 5000;
const REMOVED_AT_ONCE = 1000;
const ORDER_COLUMNS: Readonly<Record<FileOrder, string>> = {
  NAME: 'path',
  MODIFIED: 'coalesce(modified, first_seen)',
  SIZE: 'size',
};

/** Creates the ledger of all jobs. `reader` is a connection that only reads. */
export function createJobFileStore(writer: Writer, reader: Connection): JobFileStore {
  // Without an index, SQLite may choose one with which it reads every row of a ledger with millions of files.
  const select = async (rest: string, params: readonly Param[], index = ''): Promise<StoredFile[]> =>
    (await reader.all<FileRow>(`SELECT ${FILE_COLUMNS} FROM job_files ${index} WHERE ${rest}`, params)).map(
      toStoredFile,
    );
  return {
    compare: (job, listed, now) => compareListed({ writer, reader }, job, { listed, now }),
    markGone: (job, isListed, now) => markGone({ writer, reader }, job, { isListed, now }),
    removeGone: (job, before) =>
      writer.transaction(async (connection) => {
        const { changes } = await connection.run(
          `DELETE FROM job_files WHERE number IN (SELECT number FROM job_files WHERE job = ? AND gone_since < ?
             AND state NOT IN ('taken', 'running', 'needs_approval', 'published') AND then_pending = 0 LIMIT ${REMOVED_AT_ONCE})`,
          [job, before],
        );
        return changes;
      }),
    candidates(job, { order, after, limit }) {
      const column = ORDER_COLUMNS[order];
      const later = after === null ? '' : `AND (${column}, number) > (?, ?)`;
      const params = after === null ? [] : [orderValue(after, order), after.number];
      return select(
        `job = ? AND state IN ('seen', 'waiting') AND gone_since IS NULL ${later} ORDER BY ${column}, number LIMIT ?`,
        [job, ...params, limit],
        reader.dialect.indexedBy('job_files_open'),
      );
    },
    inStates: (job, states, after) =>
      select(
        `job = ? AND state IN (${states.map(() => '?').join(', ')}) AND number > ? ORDER BY number LIMIT ${PAGE}`,
        [job, ...states, after],
      ),
    pending: (job, { now, latest }, after) =>
      select(
        `job = ? AND then_pending = 1 AND coalesce(retry_at, 0) NOT BETWEEN ? AND ? AND number > ? ORDER BY number LIMIT ${PAGE}`,
        [job, now + 1, latest, after],
        reader.dialect.indexedBy('job_files_pending'),
      ),
    async nextPending(job) {
      const [row] = await reader.all<{ at: number | null }>(
        `SELECT min(coalesce(retry_at, 0)) AS at FROM job_files ${reader.dialect.indexedBy('job_files_pending')}
           WHERE job = ? AND then_pending = 1`,
        [job],
      );
      return row?.at ?? null;
    },
    find: async (job, number) => (await select('job = ? AND number = ?', [job, number]))[0] ?? null,
    findContent: async (job, sha256, except) =>
      (
        await select(
          `job = ? AND sha256 = ? AND number <> ? AND state IN ('taken', 'running', 'needs_approval', 'published', 'done') ORDER BY number LIMIT 1`,
          [job, sha256, except],
        )
      )[0] ?? null,
    change: (number, from, change, { alerts = [], audit = null, generation } = {}) =>
      writer.transaction(async (connection) => {
        const { changes } = await update(connection, change, {
          where: `number = ? AND state = ?${generation === undefined ? '' : ' AND generation = ?'}`,
          params: [number, from, ...(generation === undefined ? [] : [generation])],
        });
        if (changes !== 1) return false;
        for (const alert of alerts) await insertAlert(connection, alert);
        if (audit !== null) await insertAudit(connection, [audit]);
        return true;
      }),
    changeEach: (changes) =>
      writer
        .transaction(async (connection) => {
          for (const { number, from, generation, change } of changes) {
            const where = 'number = ? AND state = ? AND generation = ?';
            const done = await update(connection, change, { where, params: [number, from, generation] });
            // A transaction that rejects has no effect.
            if (done.changes !== 1) throw new RowConflict(number);
          }
          return null;
        })
        .catch((error: unknown) => {
          if (error instanceof RowConflict) return error.number;
          throw error;
        }),
    changeAll: (numbers, from, change) =>
      writer.transaction(async (connection) => {
        const where = `number IN (SELECT value FROM ${connection.dialect.numbers}) AND state = ?`;
        await update(connection, change, { where, params: [JSON.stringify(numbers), from] });
      }),
    list: (job, query) => {
      const { where, params } = conditionsOf(reader.dialect, job, query);
      const order = query.isNewestFirst === true ? 'DESC' : 'ASC';
      return select(
        `${where} ORDER BY number ${order} LIMIT ?`,
        [...params, query.limit],
        reader.dialect.indexedBy(indexOf(query)),
      );
    },
    async lastPublished(job, limit) {
      const rows = await reader.all<{ size: number; records: string }>(
        `SELECT size, records FROM job_files WHERE job = ? AND records IS NOT NULL AND published_at IS NOT NULL
           ORDER BY published_at DESC LIMIT ?`,
        [job, limit],
      );
      // This program wrote the JSON.
      return rows.map(({ size, records }) => ({ size, records: JSON.parse(records) as FileRecords }));
    },
    async counts(job) {
      const rows = await reader.all<{ state: FileState; files: number }>(
        'SELECT state, count(*) AS files FROM job_files WHERE job = ? GROUP BY state',
        [job],
      );
      return Object.fromEntries(rows.map(({ state, files }) => [state, files]));
    },
    async ended(job, since) {
      const rows = await reader.all<{ records: string | null; files: number }>(
        `SELECT records, count(*) AS files FROM job_files ${reader.dialect.indexedBy('job_files_finished')}
           WHERE job = ? AND finished_at >= ? GROUP BY records`,
        [job, since],
      );
      const sum = { files: 0, records: 0, rejected: 0 };
      for (const { records, files } of rows) {
        sum.files += files;
        if (records === null) continue;
        // This program wrote the JSON.
        const { total, rejected } = JSON.parse(records) as FileRecords;
        sum.records += total * files;
        sum.rejected += rejected * files;
      }
      return sum;
    },
    async hasSeen(job, since) {
      const rows = await reader.all('SELECT 1 FROM job_files WHERE job = ? AND first_seen >= ? LIMIT 1', [job, since]);
      return rows.length > 0;
    },
    async spoolNames(job) {
      const rows = await reader.all<{ rejects_spool: string }>(
        'SELECT rejects_spool FROM job_files WHERE job = ? AND rejects_spool IS NOT NULL',
        [job],
      );
      return rows.map(({ rejects_spool }) => rejects_spool);
    },
    async removeJob(job) {
      const removeSome = (): Promise<number> =>
        writer.transaction(async (connection) => {
          const sql = `DELETE FROM job_files WHERE number IN (SELECT number FROM job_files WHERE job = ? LIMIT ${REMOVED_AT_ONCE})`;
          return (await connection.run(sql, [job])).changes;
        });
      while ((await removeSome()) > 0);
    },
  };
}

function update(
  connection: Connection,
  change: FileChange,
  { where, params }: { where: string; params: readonly Param[] },
): Promise<{ changes: number }> {
  const columns = toColumns(change);
  const assignments = Object.keys(columns).map((name) => `${name} = ?`);
  return connection.run(`UPDATE job_files SET ${assignments.join(', ')} WHERE ${where}`, [
    ...Object.values(columns),
    ...params,
  ]);
}

/** Ends the transaction of several rows: one is not as it was. */
class RowConflict extends Error {
  override readonly name = 'RowConflict';
  readonly number: number;

  constructor(number: number) {
    super(`the row ${number} was changed`);
    this.number = number;
  }
}

/** Returns the index that has the files of a page in their order, so that no others are read. */
function indexOf({ state, name }: FileQuery): string {
  if (name !== undefined && !name.includes('*')) return 'job_files_name';
  return state === undefined ? 'job_files_number' : 'job_files_state';
}

function orderValue({ path, modified, firstSeen, size }: StoredFile, order: FileOrder): Param {
  return { NAME: path, MODIFIED: modified ?? firstSeen, SIZE: size }[order];
}

function conditionsOf(
  dialect: Dialect,
  job: string,
  { after, isNewestFirst = false, state, name }: FileQuery,
): { where: string; params: Param[] } {
  const conditions: [string, Param][] = [['job = ?', job]];
  if (after !== undefined) conditions.push([`number ${isNewestFirst ? '<' : '>'} ?`, after]);
  if (state !== undefined) conditions.push(['state = ?', state]);
  if (name?.includes('*'))
    conditions.push([dialect.isLike('name'), name.replace(/[%_\\]/g, '\\$&').replace(/\*+/g, '%')]);
  else if (name !== undefined) conditions.push(['name = ?', name]);
  return { where: conditions.map(([sql]) => sql).join(' AND '), params: conditions.map(([, param]) => param) };
}

/** A file that waits for another try where it was moved to. A look does not list it, and it is not gone. */
const ELSEWHERE = `location <> path AND state IN ('seen', 'waiting')`;

async function markGone(
  { writer, reader }: { writer: Writer; reader: Connection },
  job: string,
  { isListed, now }: { isListed(number: number): boolean; now: number },
): Promise<number> {
  let marked = 0;
  for (let after = 0; ; ) {
    const rows = await reader.all<{ number: number }>(
      `SELECT number FROM job_files WHERE job = ? AND gone_since IS NULL AND number > ?
         AND NOT (${ELSEWHERE}) ORDER BY number LIMIT ${GONE_PAGE}`,
      [job, after],
    );
    const gone = rows.filter(({ number }) => !isListed(number)).map(({ number }) => number);
    if (gone.length > 0)
      await writer.transaction(async (connection) => {
        // The condition counts again: a person may have asked for another try in the meantime.
        const sql = `UPDATE job_files SET gone_since = ? WHERE number IN (SELECT value FROM ${connection.dialect.numbers}) AND NOT (${ELSEWHERE})`;
        await connection.run(sql, [now, JSON.stringify(gone)]);
      });
    marked += gone.length;
    if (rows.length < GONE_PAGE) return marked;
    after = rows.at(-1)?.number ?? after;
  }
}
