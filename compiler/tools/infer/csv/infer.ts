import { type DialectGuess, guessDialect } from './dialect.ts';
import { type CsvTable, readTable } from './table.ts';
import { type DraftPart, type Noted, withoutNote, type TextSample } from '../model/draft.ts';
import { nameFields } from '../column/field-names.ts';
import { inferColumns, weighTypes } from '../column/infer-columns.ts';
import { NoDraft } from '../model/no-draft.ts';
import { suggestKey } from '../column/key.ts';

/** The maximum number of fields of an inferred spec. */
const MAX_FIELDS = 2_000;

const ONE_COLUMN = 'one column: the lines have no delimiter and no aligned columns';

type Setting = Noted<readonly [key: string, value: unknown]>;

/** Infers a CSV spec from a decoded sample. Throws NoDraft if the sample has more than 2,000 columns. */
export function inferCsv({ text, isWhole, tolerance }: TextSample): DraftPart {
  const guess = guessDialect(text);
  if (guess.width > MAX_FIELDS) throw new NoDraft(`it has ${guess.width} columns; the limit is ${MAX_FIELDS}`);
  const table = readTable(text, guess, isWhole);
  const { columns, isNamed } = table.names;
  const names = nameFields(columns.map(({ label }) => label));
  const { guesses, conventions } = inferColumns(
    columns.map(({ index, label }, at) => {
      const name = names[at] ?? `column${at + 1}`;
      return {
        place: { name, type: 'STRING', ...(isNamed && label !== null && label !== name ? { columnName: label } : {}) },
        label,
        isRecordType: index === 0 && table.kinds !== null,
        cells: table.records.map((record) => record[index] ?? null),
      };
    }),
    tolerance,
  );
  return {
    format: 'CSV',
    settings: [
      ...describeDialect(guess),
      ...describeLines(table, DECLARATION.test(text)),
      ...describeMatch(table),
      ...describeWidths(table),
      ...(conventions.nulls.size === 0 ? [] : [withoutNote(['nullValues', [...conventions.nulls]] as const)]),
    ],
    fields:
      columns.length > 1 || table.hasHeader
        ? guesses.map(({ field }) => field)
        : guesses.map(({ field }) => ({
            ...field,
            note: [ONE_COLUMN, field.note].filter((note) => note !== null).join('; '),
          })),
    corrections: guesses.flatMap(({ corrections }) => corrections),
    rules: guesses.flatMap(({ rules }) => rules),
    suggestions: [...describeRejectedWidths(table), ...suggestKey(guesses, table.records.length)],
    evidence: {
      values: table.share,
      ...weighTypes(guesses),
      named: columns.filter(({ label }) => label !== null).length / Math.max(1, columns.length),
      undecided: isProse(table) ? ['its lines have no delimiter and no columns'] : [],
    },
  };
}

/** Whether a file with one column contains sentences rather than values. */
function isProse({ names: { columns }, records }: CsvTable): boolean {
  if (columns.length > 1) return false;
  const texts = records.map(([text]) => text ?? '');
  const isSentence = (text: string) => text.trim().split(/\s+/).length > 4;
  return texts.filter(isSentence).length > texts.length / 4;
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

/** A first line that declares the delimiter. It needs no setting. */
const DECLARATION = /^\ufeff?"?sep=."?(?:\r\n?|\n)/iu;

function describeLines(table: CsvTable, isDeclared: boolean): Setting[] {
  const { hasHeader, doubt, bottom, kinds } = table;
  const top = isDeclared && table.top === 1 ? 0 : table.top;
  const skipped = {
    ...(top === 0 ? {} : canSearchHeader(table) ? { until: 'HEADER' } : { top }),
    ...(bottom > 0 ? { bottom } : {}),
  };
  return [
    ...(hasHeader && doubt === null ? [] : [{ value: ['hasHeader', hasHeader] as const, note: doubt }]),
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

/** Whether the header is the first line with the names of all columns, which the draft requires. */
function canSearchHeader({ hasHeader, names: { isNamed, columns, ending }, count, short }: CsvTable): boolean {
  return hasHeader && isNamed && columns.length > 1 && ending !== 'MISSING' && short <= TOLERANCE * count;
}

function describeMatch({ names: { why, ending } }: CsvTable): Setting[] {
  const ignore = (key: string, note: string): Setting => ({ value: [key, 'IGNORE'] as const, note });
  return [
    ...(why === null ? [] : [{ value: ['columnMatch', 'POSITION'] as const, note: why }]),
    // A cell with content after the last column remains an issue.
    ...(ending === 'EXTRA'
      ? [
          {
            value: ['trailingDelimiter', 'YES'] as const,
            note: 'records end with a delimiter, the header does not',
          },
        ]
      : []),
    ...(ending === 'MISSING' ? [ignore('onMissingColumns', 'the header ends with a delimiter, records do not')] : []),
  ];
}

/**
 * If more than this share of the records has too many (or too few) cells, the spec reports that as a WARNING. Otherwise
 * it is FATAL.
 */
const TOLERANCE = 0.05;

function describeWidths({ names: { ending }, count, short, long }: CsvTable): Setting[] {
  const setting = (key: string, records: number, what: string): Setting[] =>
    records > TOLERANCE * count
      ? [{ value: [key, 'WARNING'] as const, note: `${records} of ${count} records have ${what} cells` }]
      : [];
  return [
    ...(ending === 'EXTRA' ? [] : setting('onExtraColumns', long, 'more')),
    ...(ending === 'MISSING' ? [] : setting('onMissingColumns', short, 'fewer')),
  ];
}

/** Describes the few records that the spec rejects because they have too many or too few cells. */
function describeRejectedWidths({ count, short, long }: CsvTable): string[] {
  const describe = (records: number, what: string, key: string): string[] =>
    records === 0 || records > TOLERANCE * count
      ? []
      : [
          `${records} of ${count} records ${records === 1 ? 'has' : 'have'} ${what} cells than usual and ${records === 1 ? 'is' : 'are'} rejected (${key})`,
        ];
  return [...describe(long, 'more', 'onExtraColumns: FATAL'), ...describe(short, 'fewer', 'onMissingColumns: FATAL')];
}
