import type { FieldPacket } from 'mysql2';
import { DatabaseFailure } from '../../base/database/failure.ts';
import { connectMariadb, type MariadbSession } from '../../base/database/mariadb/connect.ts';
import { type SessionOptions, STATEMENT_MS } from '../../base/database/session.ts';
import type { DatabaseSettings } from '../../base/database/settings.ts';
import { WaitLimit } from './wait-limit.ts';
import { CsvWriter } from './csv-writer.ts';

/** Number of rows that are in memory at a time. */
const PAGE_ROWS = 500;
/** How long a consumer may process one page. The server ends the connection after that; by default, after a minute. */
const WRITE_SECONDS = 86_400;

type Cell = string | null;

/** The parts of a value that a conversion uses. The type definitions of mysql2 describe it as `any`. */
interface RawField {
  type: string;
  string(): Cell;
}

/** Reads the rows of one SELECT as CSV. See readRows(). */
export async function* readMariadbRows(
  settings: DatabaseSettings,
  sql: string,
  options: SessionOptions,
): AsyncGenerator<Uint8Array> {
  const session = await connectMariadb(settings, options);
  const limit = new WaitLimit(options.statementMs ?? STATEMENT_MS);
  try {
    // These limits of the server include the time in which the consumer processes rows.
    await session.run(`SET SESSION max_statement_time = 0, net_write_timeout = ${WRITE_SECONDS}`);
    await session.run('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await session.run('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    const writer = new CsvWriter();
    for await (const row of streamRows(session, sql, limit)) {
      const chunk = writer.add(row);
      if (chunk !== null) yield chunk;
    }
    yield writer.take();
  } finally {
    limit.end();
    await session.close();
  }
}

/** Yields the names of the columns, then the rows. The connection pauses while the consumer is slower. */
async function* streamRows(
  { connection, fail }: MariadbSession,
  sql: string,
  limit: WaitLimit,
): AsyncGenerator<Cell[]> {
  const query = connection.query({ sql, rowsAsArray: true, typeCast: toText });
  let names: Cell[] | null = null;
  query.on('fields', (fields: readonly FieldPacket[] | undefined) => {
    names ??= (fields ?? []).map(({ name }) => name);
  });
  const rows = query.stream({ highWaterMark: PAGE_ROWS, objectMode: true })[Symbol.asyncIterator]();
  let hasHeader = false;
  for (;;) {
    const { done, value } = await limit.wait((rows.next() as Promise<IteratorResult<Cell[]>>).catch(fail));
    if (!hasHeader) {
      // The type of `names` is narrowed to null, because only the listener changes it.
      const header = names as Cell[] | null;
      if (header === null || header.length === 0)
        throw new DatabaseFailure('rejected', 'The query returns no columns.');
      yield header;
      hasHeader = true;
    }
    if (done === true) return;
    yield value;
  }
}

/** Values remain texts, as MariaDB sends them. The session is in UTC, but a DATETIME has no zone. */
function toText(field: RawField): Cell {
  const text = field.string();
  if (text === null) return null;
  if (field.type === 'DATETIME') return text.replace(' ', 'T');
  return field.type === 'TIMESTAMP' ? `${text.replace(' ', 'T')}Z` : text;
}
