import type { Connection, Param } from './engine/connection.ts';
import type { Writer } from './engine/writer.ts';

/** One request, as the audit records it. It contains no value of a record, no secret and no body. */
export interface AuditEntry {
  /** Milliseconds since 1970. */
  at: number;
  /** The name of the principal. Null if the request was not authenticated. */
  principal: string | null;
  /** Id of the API key. Null if there was none. */
  keyId: string | null;
  /** The network address of the client. */
  address: string;
  method: string;
  /** The path of the route, with the names of its parameters: `/api/v1/specs/:id`. */
  path: string;
  /** The first parameter in the path of the request. Null if it has none. */
  target: string | null;
  /** The version of a spec or a reference table before and after a change. Null if the request changed none. */
  specVersionBefore: string | null;
  specVersionAfter: string | null;
  /** The run that the request created or named. Null if there is none. */
  runId: string | null;
  /** The status of the response. */
  status: number;
  /** Why a person has accepted or refused something. Null if the request has no comment. */
  comment: string | null;
}

/** An entry in the store. A later entry has a greater number. */
export type StoredAuditEntry = AuditEntry & { number: number };

/** Which entries to list, newest first. */
export interface AuditQuery {
  limit: number;
  /** Only entries of this time or later, in milliseconds since 1970. */
  from?: number;
  /** Only entries of this principal: its name, with or without what precedes the colon, or the id of its key. */
  principal?: string;
  /** Only entries with a smaller number. */
  before?: number;
}

/** The audit of the data folder. Entries are only appended, and removed when they are old. Throws DiskFull. */
export interface AuditStore {
  /** Appends the entries that `take` returns when the transaction begins. Calls it at most once. */
  append(take: () => readonly AuditEntry[]): Promise<void>;
  list(query: AuditQuery): Promise<StoredAuditEntry[]>;
  /** Removes up to 500 entries from before a time. Returns true if it removed any; call it again until it returns false. */
  removeBefore(time: number): Promise<boolean>;
  /**
   * Appends an entry for each unfinished run of a caller that has none: the process was killed after it had accepted
   * the run and before it responded. The entry has the status 202. Returns the number of entries.
   */
  addMissingRuns(path: string): Promise<number>;
}

const REMOVED_ROWS = 500;
/** Limit of the rows that one statement inserts. Each number of rows is a statement that is compiled once. */
const INSERTED_ROWS = 32;
const COLUMNS =
  'at, principal, key_id, address, method, path, target, spec_version_before, spec_version_after, run_id, status, comment';

interface AuditRow {
  number: number;
  at: number;
  principal: string | null;
  key_id: string | null;
  address: string;
  method: string;
  path: string;
  target: string | null;
  spec_version_before: string | null;
  spec_version_after: string | null;
  run_id: string | null;
  status: number;
  comment: string | null;
}

/** Creates the audit store. `reader` is a connection that only reads. */
export function createAuditStore(writer: Writer, reader: Connection): AuditStore {
  return {
    append: (take) => writer.transaction((connection) => insertAudit(connection, take())),
    async list(query) {
      const { where, params } = conditionsOf(query);
      const rows = await reader.all<AuditRow>(
        `SELECT number, ${COLUMNS} FROM audit WHERE ${where} ORDER BY number DESC LIMIT ?`,
        [...params, query.limit],
      );
      return rows.map(toEntry);
    },
    removeBefore: (time) =>
      writer.transaction(async (connection) => {
        const { changes } = await connection.run(
          `DELETE FROM audit WHERE number IN (SELECT number FROM audit WHERE at < ? ORDER BY at LIMIT ${REMOVED_ROWS})`,
          [time],
        );
        return changes > 0;
      }),
    addMissingRuns: (path) =>
      writer.transaction(async (connection) => {
        const { changes } = await connection.run(
          `INSERT INTO audit (at, principal, address, method, path, run_id, status)
           SELECT created_at, principal, '', 'POST', ?, id, 202 FROM runs
            WHERE finished_at IS NULL AND principal IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM audit WHERE run_id = runs.id)`,
          [path],
        );
        return changes;
      }),
  };
}

/** Appends entries, as a part of a transaction. */
export async function insertAudit(connection: Connection, entries: readonly AuditEntry[]): Promise<void> {
  for (let at = 0; at < entries.length; at += INSERTED_ROWS) {
    const part = entries.slice(at, at + INSERTED_ROWS);
    const rows = part.map(() => '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
    await connection.run(`INSERT INTO audit (${COLUMNS}) VALUES ${rows}`, part.flatMap(toRow));
  }
}

function conditionsOf({ from, principal, before }: AuditQuery): { where: string; params: Param[] } {
  const conditions: [string, ...Param[]][] = [['1 = 1']];
  if (from !== undefined) conditions.push(['at >= ?', from]);
  if (before !== undefined) conditions.push(['number < ?', before]);
  if (principal !== undefined)
    conditions.push([
      "(principal IN (?, 'key:' || ?, 'jwt:' || ?, 'certificate:' || ?) OR key_id = ?)",
      ...Array<string>(5).fill(principal),
    ]);
  return {
    where: conditions.map(([condition]) => condition).join(' AND '),
    params: conditions.flatMap(([, ...params]) => params),
  };
}

function toRow(entry: AuditEntry): Param[] {
  const { at, principal, keyId, address, method, path, target, specVersionBefore, specVersionAfter } = entry;
  return [
    at,
    principal,
    keyId,
    address,
    method,
    path,
    target,
    specVersionBefore,
    specVersionAfter,
    entry.runId,
    entry.status,
    entry.comment,
  ];
}

function toEntry(row: AuditRow): StoredAuditEntry {
  return {
    number: row.number,
    at: row.at,
    principal: row.principal,
    keyId: row.key_id,
    address: row.address,
    method: row.method,
    path: row.path,
    target: row.target,
    specVersionBefore: row.spec_version_before,
    specVersionAfter: row.spec_version_after,
    runId: row.run_id,
    status: row.status,
    comment: row.comment,
  };
}
