import { type ColumnType, columnTypeOf } from '../../../../compiler/formats.ts';
import type { SpecInfo } from '../../../../compiler/kernel/model/contract.ts';
import { quoteName } from '../../../base/database/quote.ts';
import type { DatabaseDriver } from '../../../base/database/settings.ts';
import { CHECKPOINT_TABLE } from './table-connection.ts';
import { ID_COLUMN, PARENT_COLUMN } from './plan-columns.ts';
import { findTypeTables, type TypeTable } from './type-tables.ts';

/** The types of the columns that hold every value of a field. */
const TYPES: Readonly<Record<DatabaseDriver, Readonly<Record<ColumnType, string>>>> = {
  postgresql: {
    text: 'text',
    integer: 'numeric',
    decimal: 'numeric',
    date: 'date',
    boolean: 'boolean',
    time: 'time',
    instant: 'timestamptz',
  },
  mariadb: {
    text: 'longtext',
    integer: 'decimal(65, 0)',
    decimal: 'decimal(65, 30)',
    date: 'date',
    boolean: 'boolean',
    time: 'time(6)',
    // Columns for instants know no offsets, so texts hold these values.
    instant: 'varchar(40)',
  },
};

/** A key column needs a limited length in MariaDB. Texts are compared byte by byte. */
const KEY_TEXT: Readonly<Record<DatabaseDriver, string>> = { postgresql: 'text', mariadb: 'varchar(255)' };

const ID_TYPE: Readonly<Record<DatabaseDriver, string>> = {
  postgresql: 'varchar(64)',
  mariadb: 'varchar(64) CHARACTER SET ascii COLLATE ascii_bin',
};

const OPTIONS: Readonly<Record<DatabaseDriver, string>> = {
  postgresql: '',
  mariadb: ' ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin',
};

/**
 * Returns the statements that create the tables for the records of a spec, and the table of checkpoints. With several
 * record types, each type that is published has its own table; see findTypeTables. With `key`, these fields are the
 * primary key of every table; null: the column `ce_id`. Throws DatabaseFailure if the name of a field or table cannot be
 * a name in the database, and an Error if `key` names no field of a table.
 */
export function createTables(
  driver: DatabaseDriver,
  { spec, table, key }: { spec: SpecInfo; table: string; key: readonly string[] | null },
): string {
  const tables = findTypeTables(spec, table).map((one) => createTable(driver, one, key));
  return [
    ...tables.flatMap((statement) => [statement, '']),
    '-- The progress of runs. One table for all specs of a database.',
    `${createCheckpointTable(driver).replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS')};`,
    '',
  ].join('\n');
}

function createTable(
  driver: DatabaseDriver,
  { table, fields, parent }: TypeTable,
  key: readonly string[] | null,
): string {
  const quote = (name: string): string => quoteName(driver, name);
  const unknown = key?.find((name) => fields.every((field) => field.name !== name));
  if (unknown !== undefined) throw new Error(`the table "${table}" has no field "${unknown}"`);
  const columns = fields.map(({ name, type }) => {
    const isKey = key?.includes(name) === true;
    const holds = columnTypeOf(type);
    const columnType = isKey && holds === 'text' ? KEY_TEXT[driver] : TYPES[driver][holds];
    return `  ${quote(name)} ${columnType}${isKey ? ' NOT NULL' : ''}`;
  });
  const id = key === null ? [`  ${quote(ID_COLUMN)} ${ID_TYPE[driver]} NOT NULL`] : [];
  const outer = parent === null ? [] : [`  ${quote(PARENT_COLUMN)} ${ID_TYPE[driver]} NOT NULL`];
  const primary = `  PRIMARY KEY (${(key ?? [ID_COLUMN]).map(quote).join(', ')})`;
  return `CREATE TABLE ${quote(table)} (\n${[...columns, ...id, ...outer, primary].join(',\n')}\n)${OPTIONS[driver]};`;
}

/** Returns the statement that creates the table of checkpoints. */
export function createCheckpointTable(driver: DatabaseDriver): string {
  const [text, time] = driver === 'postgresql' ? ['text', 'timestamptz'] : [ID_TYPE.mariadb, 'datetime'];
  return `CREATE TABLE ${CHECKPOINT_TABLE} (
  run_id ${text} NOT NULL PRIMARY KEY,
  record bigint NOT NULL,
  attempt bigint NOT NULL,
  updated_at ${time} NOT NULL
)${OPTIONS[driver]}`;
}
