import type { CustomTypesConfig, FieldDef } from 'pg';
import Cursor from 'pg-cursor';
import { DatabaseFailure } from '../../base/database/failure.ts';
import { connectPostgres } from '../../base/database/postgresql/connect.ts';
import { type Session, type SessionOptions, STATEMENT_MS } from '../../base/database/session.ts';
import type { DatabaseSettings } from '../../base/database/settings.ts';
import { WaitLimit } from './wait-limit.ts';
import { CsvWriter } from './csv-writer.ts';

/** Number of rows that are in memory at a time. */
const PAGE_ROWS = 500;

/** Ids of the types whose texts are not those of a CSV file. */
const BOOLEAN = 16;
const TIMESTAMP = 1114;
const TIMESTAMP_WITH_ZONE = 1184;

const toIso = (text: string): string => text.replace(' ', 'T');
const CONVERTERS: ReadonlyMap<number, (text: string) => string> = new Map([
  [BOOLEAN, (text) => (text === 't' ? 'true' : 'false')],
  [TIMESTAMP, toIso],
  // The session is in UTC.
  [TIMESTAMP_WITH_ZONE, (text) => toIso(text).replace(/\+00$/, 'Z')],
]);

/** Values remain texts, as PostgreSQL sends them. */
const TYPES: CustomTypesConfig = {
  getTypeParser: ((id: number) => CONVERTERS.get(id) ?? ((text: string) => text)) as CustomTypesConfig['getTypeParser'],
};

/** Reads the rows of one SELECT as CSV. See readRows(). */
export async function* readPostgresRows(
  settings: DatabaseSettings,
  sql: string,
  options: SessionOptions,
): AsyncGenerator<Uint8Array> {
  const session = await connectPostgres(settings, options);
  const limit = new WaitLimit(options.statementMs ?? STATEMENT_MS);
  try {
    await session.run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await endServerLimit(session);
    // The extended protocol of the cursor accepts one statement only.
    const cursor = session.client.query(new Cursor<(string | null)[]>(sql, [], { rowMode: 'array', types: TYPES }));
    try {
      yield* readPages(() => limit.wait(readPage(cursor).catch(session.fail)));
    } finally {
      endTimeLimit(cursor);
    }
  } finally {
    limit.end();
    await session.close();
  }
}

/**
 * Switches off the time limit of the server, which counts from the first row of a cursor to its last one. With version 14
 * or later, the server instead notices within seconds that the connection was closed.
 */
async function endServerLimit(session: Session): Promise<void> {
  await session.run('SET LOCAL statement_timeout = 0');
  await session.rows(
    "SELECT set_config(name, '10s', true) FROM pg_settings WHERE name = 'client_connection_check_interval'",
  );
}

async function* readPages(readNext: () => Promise<Page>): AsyncGenerator<Uint8Array> {
  const writer = new CsvWriter();
  for (let isFirst = true; ; isFirst = false) {
    const { rows, fields } = await readNext();
    if (isFirst) writer.add(namesOf(fields));
    for (const row of rows) {
      const chunk = writer.add(row);
      if (chunk !== null) yield chunk;
    }
    if (rows.length < PAGE_ROWS) break;
  }
  yield writer.take();
}

interface Page {
  rows: (string | null)[][];
  fields: FieldDef[];
}

/**
 * Ends the time limit of a query. pg sets it for every query, in a function that a Cursor never calls: the timer would
 * hold the process for ten minutes. The type definitions omit the function.
 */
function endTimeLimit(cursor: Cursor): void {
  (cursor as { callback?: () => void }).callback?.();
}

function readPage(cursor: Cursor<(string | null)[]>): Promise<Page> {
  return new Promise((resolve, reject) => {
    cursor.read(PAGE_ROWS, (error, rows, result) => {
      // The type definitions say that the error is always there.
      if ((error as Error | null) !== null && error !== undefined) reject(error);
      else resolve({ rows, fields: result.fields });
    });
  });
}

function namesOf(fields: readonly FieldDef[]): string[] {
  if (fields.length === 0) throw new DatabaseFailure('rejected', 'The query returns no columns.');
  return fields.map(({ name }) => name);
}
