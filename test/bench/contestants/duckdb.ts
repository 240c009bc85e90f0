import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import type { ContestantResult } from '../checks/collector.ts';
import { loadPeer, type Prepare } from './contestant.ts';

interface DuckDb {
  DuckDBInstance: {
    create(path: string, options: Record<string, string>): Promise<{ connect(): Promise<Connection> }>;
  };
}
interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): unknown[][] }>;
}

/** Copies the valid records of a file as JSON, in this process. Returns their number. */
export async function copyWithDuckDb(threads: number, file: string, out: string): Promise<number> {
  const connection = await connect(threads);
  const rows = await connection.runAndReadAll(copyPayments(file, out));
  return Number(rows.getRows()[0]?.[0]);
}

async function connect(threads: number): Promise<Connection> {
  const { DuckDBInstance } = await loadPeer<DuckDb>('@duckdb/node-api');
  return (await DuckDBInstance.create(':memory:', { threads: String(threads) })).connect();
}

/** The checks in SQL, with the valid records written as NDJSON by COPY. Issues are not reported. */
export function prepareDuckDb(threads: number): Prepare {
  return async ({ file, spec, isHashed }) => {
    const connection = await connect(threads);
    const out = isHashed ? `${file}.duckdb` : '/dev/null';
    return async () => {
      const rows = await connection.runAndReadAll(copyPayments(file, out, spec));
      const good = Number(rows.getRows()[0]?.[0]);
      const hash = isHashed ? await hashOf(out) : null;
      if (isHashed) rmSync(out);
      return { records: good, good, issues: null, hash } satisfies ContestantResult;
    };
  };
}

function copyPayments(file: string, out: string, spec = 'payments'): string {
  const columns = ['id', 'name', 'email', 'amount', 'currency', 'booked', 'active', 'quantity', 'city', 'note']
    .map((name) => `'${name}': 'VARCHAR'`)
    .join(', ');
  const source =
    spec === 'json-payments'
      ? `read_json('${file}', format = 'newline_delimited', columns = {${columns}})`
      : `read_csv('${file}', header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = {${columns}})`;
  return `COPY (
    WITH cells AS (FROM ${source}),
    typed AS (
      SELECT TRY_CAST(id AS BIGINT) AS id, trim(name) AS name, email,
        CASE WHEN regexp_full_match(amount, '[+-]?[0-9]*\\.?[0-9]+') THEN TRY_CAST(amount AS DECIMAL(18, 2)) END AS amount, currency,
        TRY_STRPTIME(booked, '%d/%m/%Y')::DATE AS booked,
        CASE lower(active) WHEN 'true' THEN true WHEN 'false' THEN false END AS active, active IS NULL AS hasNoActive,
        TRY_CAST(quantity AS BIGINT) AS quantity, quantity IS NULL AS hasNoQuantity, trim(city) AS city, note
      FROM cells)
    SELECT id, name, email, amount, currency, booked, active, quantity, city, note FROM typed
    WHERE id >= 1 AND length(name) BETWEEN 1 AND 40 AND (email IS NULL OR regexp_full_match(email, '[a-z0-9._-]+@[a-z0-9-]+\\.[a-z]{2,10}'))
      AND amount BETWEEN 0.01 AND 100000 AND currency IN ('EUR', 'USD', 'GBP', 'CHF') AND booked BETWEEN DATE '2000-01-01' AND DATE '2030-12-31'
      AND (active IS NOT NULL OR hasNoActive) AND (hasNoQuantity OR quantity BETWEEN 0 AND 1000) AND (note IS NULL OR length(note) <= 100)
  ) TO '${out}' (FORMAT JSON)`;
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) hash.update(chunk);
  return hash.digest('hex');
}
