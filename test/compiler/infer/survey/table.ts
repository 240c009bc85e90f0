import { KINDS, type Kind } from './columns.ts';
import { Random } from './random.ts';
import type { Answer } from './survey-case.ts';

/** A column: the name of its field, its header, and its kind. `?` after the kind: a fifth of the cells are empty. */
export type ColumnText = `${string}=${string}:${Kind}${'' | '?'}`;

/** A table with the fields that a person writes for it. */
export interface Table {
  readonly headers: readonly string[];
  readonly rows: string[][];
  readonly fields: readonly string[];
}

/** Generates a table from a seed. */
export function createTable(seed: number, count: number, columns: readonly ColumnText[]): Table {
  const random = new Random(seed);
  const read = columns.map(readColumn);
  return {
    headers: read.map(({ header }) => header),
    rows: Array.from({ length: count }, (_, at) =>
      read.map(({ kind, isOptional }) => {
        const cell = KINDS[kind].cell(random, at);
        return isOptional && at % 5 === 3 ? '' : cell;
      }),
    ),
    fields: read.map(
      ({ name, kind, isOptional }) => `${name} ${isOptional ? KINDS[kind].field.replace('!', '') : KINDS[kind].field}`,
    ),
  };
}

function readColumn(text: ColumnText): { name: string; header: string; kind: Kind; isOptional: boolean } {
  const [, name = '', header = '', kind = '', mark = ''] = /^(.*?)=(.*):(\w+)(\??)$/.exec(text) ?? [];
  if (!(kind in KINDS)) throw new Error(`${text} names no kind`);
  // The check above proves that it is a kind.
  return { name, header, kind: kind as Kind, isOptional: mark !== '' };
}

/** Writes rows as lines of CSV. */
export function writeCsv(rows: readonly (readonly string[])[], delimiter = ';'): string {
  return rows.map((cells) => `${cells.join(delimiter)}\n`).join('');
}

/** The answer for an ordinary table in CSV. */
export function answerOf({ fields, rows }: Table, delimiter = ';', more: Partial<Answer> = {}): Answer {
  const { settings, ...others } = more;
  return {
    format: 'CSV',
    fields,
    accepted: rows.length,
    ...others,
    settings: { ...(delimiter === ',' ? {} : { delimiter }), ...settings },
  };
}

/** UTF-8. */
export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
