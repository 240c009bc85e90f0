import type { Session } from '../../../base/database/session.ts';
import type { ColumnFacts, ColumnHolds, TableFacts } from '../table/facts.ts';

interface ColumnRow {
  name: string;
  display: string;
  type: string;
  nullable: string;
  default_value: string | null;
  extra: string;
  characters: string | null;
  bytes: string | null;
  scale: string | null;
  /** The number of decimals of a second, in a column for times. */
  precision: string | null;
}

const COLUMNS = `SELECT COLUMN_NAME AS name, COLUMN_TYPE AS display, DATA_TYPE AS type, IS_NULLABLE AS nullable,
    COLUMN_DEFAULT AS default_value, EXTRA AS extra, CHARACTER_MAXIMUM_LENGTH AS characters,
    CHARACTER_OCTET_LENGTH AS bytes, NUMERIC_SCALE AS scale, DATETIME_PRECISION AS \`precision\`
  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? ORDER BY ORDINAL_POSITION`;

/** An index on the first characters of a column (SUB_PART) does not identify a row. */
const UNIQUE_KEYS = `SELECT INDEX_NAME AS name, COLUMN_NAME AS column_name, SUB_PART AS part
  FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND NON_UNIQUE = 0`;

/** Describes a table in the database of the session. Returns null if there is none. Throws DatabaseFailure. */
export async function describeMariadbTable(session: Session, table: string): Promise<TableFacts | null> {
  const [found] = await session.rows<{ engine: string | null }>(
    `SELECT ENGINE AS engine FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND TABLE_TYPE = 'BASE TABLE'`,
    [table],
  );
  if (found === undefined) return null;
  const columns = await session.rows<ColumnRow>(COLUMNS, [table]);
  const indexes = new Map<string, { columns: string[]; isWhole: boolean }>();
  for (const { name, column_name, part } of await session.rows<{ name: string; column_name: string; part: unknown }>(
    UNIQUE_KEYS,
    [table],
  )) {
    const index = indexes.get(name) ?? { columns: [], isWhole: true };
    index.columns.push(column_name);
    if (part !== null) index.isWhole = false;
    indexes.set(name, index);
  }
  return {
    columns: columns.map(toFacts),
    uniqueKeys: [...indexes.values()],
    replacesByAnyKey: true,
    isTransactional: found.engine === 'InnoDB',
  };
}

function toFacts({ name, display, nullable, default_value, extra, ...column }: ColumnRow): ColumnFacts {
  const isGenerated = /GENERATED/i.test(extra);
  return {
    name,
    display,
    holds: toHolds(column),
    isNullable: nullable === 'YES',
    hasDefault: isGenerated || default_value !== null || /auto_increment/i.test(extra),
    isGenerated,
    isDistinct: !isGenerated && isDistinct({ nullable, default_value, extra }),
  };
}

/** Whether a row without a value for a column gets NULL, a number that counts, or a new identifier. */
function isDistinct({
  nullable,
  default_value,
  extra,
}: Pick<ColumnRow, 'nullable' | 'default_value' | 'extra'>): boolean {
  if (/auto_increment/i.test(extra)) return true;
  if (default_value === null || default_value === 'NULL') return nullable === 'YES';
  return /^uuid(?:_short|_v4|_v7)?\(\)$/i.test(default_value);
}

// The driver may return the limits as numbers or as texts.
function toHolds({
  type,
  characters,
  bytes,
  scale,
  precision,
}: Pick<ColumnRow, 'type' | 'characters' | 'bytes' | 'scale' | 'precision'>): ColumnHolds {
  switch (type.toLowerCase()) {
    case 'char':
    case 'varchar':
    case 'tinytext':
    case 'text':
    case 'mediumtext':
    case 'longtext':
      return { kind: 'text', maxCharacters: toNumber(characters), maxBytes: toNumber(bytes) };
    case 'tinyint':
      return { kind: 'boolean' };
    case 'smallint':
    case 'mediumint':
    case 'int':
    case 'bigint':
      return { kind: 'integer' };
    case 'decimal':
      return { kind: 'decimal', scale: toNumber(scale) };
    case 'date':
      return { kind: 'date' };
    case 'time':
      return { kind: 'time', scale: toNumber(precision) ?? 0 };
    default:
      return { kind: 'other' };
  }
}

function toNumber(value: string | null): number | null {
  return value === null ? null : Number(value);
}
