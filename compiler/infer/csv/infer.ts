import { trim } from '../../kernel/values/text.ts';
import { type DialectGuess, guessDialect } from './dialect.ts';
import { type CsvTable, readTable } from './table.ts';
import { type DraftPart, type Noted, withoutNote, type TextSample } from '../model/draft.ts';
import { nameFields } from '../column/field-names.ts';
import { findConventions, inferColumn } from '../column/infer.ts';
import { NoDraft } from '../model/no-draft.ts';
import { suggestKey } from '../column/key.ts';

/** The maximum number of fields of an inferred spec. */
const MAX_FIELDS = 2_000;

const ONE_COLUMN = 'one column: the lines have no delimiter and no aligned columns';

type Setting = Noted<readonly [key: string, value: unknown]>;

/** Infers a CSV spec. */
export function inferCsv({ text, isWhole, tolerance }: TextSample): DraftPart {
  const guess = guessDialect(text);
  if (guess.width > MAX_FIELDS) throw new NoDraft(`it has ${guess.width} columns; the limit is ${MAX_FIELDS}`);
  const table = readTable(text, guess, isWhole);
  const match = matchOf(table);
  const cells = Array.from({ length: table.width }, (_, at) => table.records.map((record) => record[at] ?? null));
  const conventions = findConventions(cells, tolerance);
  const headers = cells.map((_, at) => (match.isReadable ? trim(table.header?.[at] ?? '') : null));
  const names = nameFields(headers);
  const guesses = cells.map((column, at) => {
    const name = names[at] ?? `column${at + 1}`;
    const header = headers[at] ?? '';
    return inferColumn(
      {
        place: { name, type: 'STRING', ...(match.isNamed && header !== name ? { columnName: header } : {}) },
        cells: column,
      },
      conventions,
    );
  });
  return {
    format: 'CSV',
    settings: [
      ...describeDialect(guess),
      ...describeLines(table),
      ...match.settings,
      ...describeWidths(table),
      ...(conventions.nulls.size === 0 ? [] : [withoutNote(['nullValues', [...conventions.nulls]] as const)]),
    ],
    fields:
      table.width > 1
        ? guesses.map(({ field }) => field)
        : guesses.map(({ field }) => ({
            ...field,
            note: [ONE_COLUMN, field.note].filter((note) => note !== null).join('; '),
          })),
    corrections: guesses.flatMap(({ corrections }) => corrections),
    rules: guesses.flatMap(({ rules }) => rules),
    suggestions: suggestKey(guesses, table.records.length),
  };
}

function describeDialect({ dialect: { delimiter, quote, escape, comment }, rival }: DialectGuess): Setting[] {
  const note = rival === null ? null : `or ${JSON.stringify(rival.delimiter)}`;
  return [
    ...(delimiter === ',' && note === null ? [] : [{ value: ['delimiter', delimiter] as const, note }]),
    ...(quote === '"'
      ? []
      : [
          {
            value: ['quote', quote] as const,
            note: quote === '' ? 'quotes are ordinary text: they do not surround whole cells' : null,
          },
        ]),
    ...(escape === quote || quote === '' ? [] : [withoutNote(['escape', escape] as const)]),
    ...(comment === '' ? [] : [withoutNote(['comment', comment] as const)]),
  ];
}

function describeLines({ header, doubt, top, bottom, kinds }: CsvTable): Setting[] {
  const skipped = { ...(top > 0 ? { top } : {}), ...(bottom > 0 ? { bottom } : {}) };
  return [
    ...(header === null || doubt !== null ? [{ value: ['hasHeader', header !== null] as const, note: doubt }] : []),
    ...(top + bottom > 0 ? [{ value: ['skipLines', skipped] as const, note: 'lines outside of the table' }] : []),
    ...(kinds === null
      ? []
      : [
          {
            value: ['recordWhen', { column: 1, values: kinds }] as const,
            note: 'other lines have other cells',
          },
        ]),
  ];
}

interface Match {
  readonly isNamed: boolean;
  /** Whether the header has one cell for each column. */
  readonly isReadable: boolean;
  readonly settings: readonly Setting[];
}

const MAX_NAME_LENGTH = 1000;

/**
 * Decides whether columns can be found by name. They cannot if header cells are empty, duplicated, too long, or of
 * another number than the columns.
 */
function matchOf({ header, width }: CsvTable): Match {
  if (header === null) return { isNamed: false, isReadable: false, settings: [] };
  const names = header.map(trim);
  const why =
    names.length !== width
      ? `the header has ${names.length} cells, records have ${width}`
      : names.includes('')
        ? 'a header cell is empty'
        : new Set(names).size < names.length
          ? 'the header contains a name twice'
          : names.some(({ length }) => length > MAX_NAME_LENGTH)
            ? `a header cell is longer than ${MAX_NAME_LENGTH} characters`
            : null;
  const settings = why === null ? [] : [{ value: ['columnMatch', 'POSITION'] as const, note: why }];
  return { isNamed: why === null, isReadable: names.length === width, settings };
}

/** If more than this share of records has another width, the width is a WARNING in the spec instead of FATAL. */
const TOLERANCE = 0.005;

function describeWidths({ records, short, long }: CsvTable): Setting[] {
  const setting = (key: string, count: number, what: string): Setting[] =>
    count > TOLERANCE * records.length
      ? [{ value: [key, 'WARNING'] as const, note: `${count} of ${records.length} records have ${what} cells` }]
      : [];
  return [...setting('onExtraColumns', long, 'more'), ...setting('onMissingColumns', short, 'fewer')];
}
