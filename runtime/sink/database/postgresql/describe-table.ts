import type { Session } from '../../../base/database/session.ts';
import type { ColumnFacts, ColumnHolds, TableFacts } from '../table/facts.ts';

interface ColumnRow {
  name: string;
  display: string;
  type: string;
  modifier: number;
  is_nullable: boolean;
  has_default: boolean;
  is_generated: boolean;
}

const TABLE = `SELECT c.oid::int8 AS oid FROM pg_class c
  WHERE c.relname = $1 AND c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')`;

const COLUMNS = `SELECT a.attname::text AS name, format_type(a.atttypid, a.atttypmod) AS display, t.typname::text AS type,
    a.atttypmod AS modifier, NOT a.attnotnull AS is_nullable,
    (a.atthasdef OR a.attidentity <> '') AS has_default,
    (a.attgenerated <> '' OR a.attidentity = 'a') AS is_generated
  FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
  WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum`;

// A partial index, or one of expressions, does not apply to all rows. A deferrable one cannot decide conflicts.
const UNIQUE_KEYS = `SELECT array(
      SELECT a.attname::text FROM unnest(i.indkey[0:i.indnkeyatts - 1]) AS k(number)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number) AS columns
  FROM pg_index i
  WHERE i.indrelid = $1::oid AND i.indisunique AND i.indisvalid AND i.indimmediate
    AND i.indpred IS NULL AND i.indexprs IS NULL`;

/** Describes a table in the schema of the session. Returns null if there is none. Throws DatabaseFailure. */
export async function describePostgresTable(session: Session, table: string): Promise<TableFacts | null> {
  const [found] = await session.rows<{ oid: string }>(TABLE, [table]);
  if (found === undefined) return null;
  const columns = await session.rows<ColumnRow>(COLUMNS, [found.oid]);
  const keys = await session.rows<{ columns: string[] }>(UNIQUE_KEYS, [found.oid]);
  return {
    columns: columns.map(toFacts),
    uniqueKeys: keys.map(({ columns }) => ({ columns, isWhole: true })),
    replacesByAnyKey: false,
    isTransactional: true,
  };
}

function toFacts({ name, display, type, modifier, ...column }: ColumnRow): ColumnFacts {
  return {
    name,
    display,
    holds: toHolds(type, modifier),
    isNullable: column.is_nullable,
    hasDefault: column.has_default,
    isGenerated: column.is_generated,
    // PostgreSQL replaces a row that is the same in the key, and in no other index.
    isDistinct: false,
  };
}

/** `modifier` contains the limits of a type plus 4; -1 if it has none. */
function toHolds(type: string, modifier: number): ColumnHolds {
  switch (type) {
    case 'text':
      return { kind: 'text', maxCharacters: null, maxBytes: null };
    case 'varchar':
    case 'bpchar':
      return { kind: 'text', maxCharacters: modifier < 0 ? null : modifier - 4, maxBytes: null };
    case 'int2':
    case 'int4':
    case 'int8':
      return { kind: 'integer' };
    case 'numeric':
      // The lower 11 bits are the scale, which can be negative.
      return { kind: 'decimal', scale: modifier < 0 ? null : (((modifier - 4) & 0x7ff) ^ 1024) - 1024 };
    case 'date':
      return { kind: 'date' };
    case 'time':
      return { kind: 'time', scale: modifier < 0 ? 6 : modifier };
    case 'timestamptz':
      return { kind: 'instant', scale: modifier < 0 ? 6 : modifier };
    case 'bool':
      return { kind: 'boolean' };
    default:
      return { kind: 'other' };
  }
}
