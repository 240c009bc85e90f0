import { DECLARATION, type DialectGuess, guessDialect } from './dialect.ts';
import { type CsvTable, readTable } from './table.ts';
import { type DraftPart, type Noted, withoutNote, type TextSample } from '../model/draft.ts';
import { nameFields } from '../column/field-names.ts';
import { findOddForms } from './odd-forms.ts';
import { readRecordForm } from './record-form.ts';
import type { FieldGuess } from '../column/infer.ts';
import { inferColumns, listUndecided, weighTypes } from '../column/infer-columns.ts';
import { NoDraft } from '../model/no-draft.ts';
import { suggestKey } from '../column/key.ts';
import { inferValues } from '../column/suggest-values.ts';
import { suggestGroups } from './suggest-groups.ts';
import { suggestTitles } from './suggest-titles.ts';

/** The maximum number of fields of an inferred spec. */
const MAX_FIELDS = 2_000;

const ONE_COLUMN = 'one column: the lines have no delimiter and no aligned columns';

type Setting = Noted<readonly [key: string, value: unknown]>;

/** Infers a CSV spec from a decoded sample. Throws NoDraft if the sample has more than 2,000 columns. */
export function inferCsv({ text: sent, isWhole, tolerance }: TextSample): DraftPart {
  const form = readRecordForm(sent);
  const { text } = form;
  const guess = guessDialect(text, form.delimiter);
  if (guess.width > MAX_FIELDS) throw new NoDraft(`it has ${guess.width} columns; the limit is ${MAX_FIELDS}`);
  const table = readTable(text, guess, isWhole);
  const { columns, isNamed } = table.names;
  const isNothing = (cell: string | null | undefined) => table.names.isDeclared === true && cell === '-';
  const names = nameFields(columns.map(({ label }) => label));
  const { guesses, conventions } = inferColumns(
    columns.map(({ index, label }, at) => {
      const name = names[at] ?? `column${at + 1}`;
      return {
        place: {
          ...({ name, type: 'STRING' } as const),
          ...(isNamed && label !== null && label !== name ? { columnName: label } : {}),
          ...(isBorder(table, index, label) ? { publish: false } : {}),
        },
        label,
        isRecordType: index === 0 && table.kinds !== null,
        cells: table.records.map((record) => (isNothing(record[index]) ? null : (record[index] ?? null))),
      };
    }),
    tolerance,
  );
  const values = inferValues(guesses);
  const hasNothing = table.records.some((record) => record.some(isNothing));
  const nulls = [...new Set([...conventions.nulls, ...(hasNothing ? ['-'] : [])])];
  const odd = findOddForms(text, guess, table);
  return {
    format: 'CSV',
    isQuoted: areQuoted(text, guess),
    settings: [
      ...form.settings,
      ...describeDialect(guess),
      ...describeLines(table, DECLARATION.test(text)),
      ...describeMatch(table),
      ...describeWidths(table),
      ...(nulls.length === 0 ? [] : [withoutNote(['nullValues', nulls] as const)]),
    ],
    fields:
      columns.length > 1 || table.hasHeader
        ? guesses.map(({ field }) => field)
        : guesses.map(({ field }) => ({
            ...field,
            note: [ONE_COLUMN, field.note].filter((note) => note !== null).join('; '),
          })),
    corrections: guesses.flatMap(({ corrections }) => corrections),
    ...(values.computed.length === 0 ? {} : { computed: values.computed }),
    rules: mergeRules(guesses, values.rules),
    suggestions: [
      ...describeRejectedWidths(table),
      ...suggestKey(guesses, table.records.length),
      ...values.suggestions,
      ...suggestGroups(columns.map(({ label }) => label)),
      ...suggestTitles(text, table.top, guess.dialect.delimiter),
    ],
    evidence: {
      values: table.share,
      ...weighTypes(guesses),
      // The first line of such a text is rather a value than names.
      named: odd.length > 0 ? 0 : columns.filter(({ label }) => label !== null).length / Math.max(1, columns.length),
      ...(odd.length > 0 && { isLossy: true }),
      undecided: [
        ...(table.names.undecided === undefined ? [] : [table.names.undecided]),
        ...describeDense(table, columns.length),
        ...describeFirst(table, guesses),
        ...describeSurplus(table),
        ...form.undecided,
        ...odd,
        ...listUndecided(guesses),
        ...values.undecided,
      ],
    },
  };
}

/** Whether a column of a table with a header has neither a name nor a value, such as that before the first bar of a line. */
function isBorder({ hasHeader, records }: CsvTable, index: number, label: string | null): boolean {
  return hasHeader && label === null && records.every((record) => (record[index] ?? '').trim() === '');
}

/** Returns the rules of all columns. A rule of several columns replaces one of the same kind. */
function mergeRules(guesses: readonly FieldGuess[], added: DraftPart['rules']): DraftPart['rules'] {
  const isReplaced = ({ value: { field, ruleType } }: DraftPart['rules'][number]) =>
    added.some(({ value }) => value.field === field && value.ruleType === ruleType);
  return [...guesses.flatMap(({ rules }) => rules).filter((rule) => !isReplaced(rule)), ...added];
}

/** Whether most of the first lines have a cell within double quotes. */
function areQuoted(text: string, { dialect: { delimiter } }: DialectGuess): boolean {
  const lines = text.split(/[\r\n]+/, 200).filter((line) => line !== '');
  const isQuoted = (line: string) => [line, ...line.split(delimiter)].some((cell) => /^".*"$/.test(cell.trim()));
  return 2 * lines.filter(isQuoted).length > lines.length;
}

/** Characters that a name hardly has. */
const NO_NAME = /[/\\.:;@#=<>{}\d]/;

/** Describes the first line of one column of texts that may be a header or a record: a wrong guess would lose a record. */
function describeFirst({ hasHeader, doubt, names }: CsvTable, guesses: readonly FieldGuess[]): string[] {
  const [only, ...others] = guesses;
  if (only === undefined || others.length > 0 || !hasHeader || only.field.value.type !== 'STRING') return [];
  return doubt !== null || NO_NAME.test(names.columns[0]?.label ?? '')
    ? ['its first line may be a header or a record: set hasHeader']
    : [];
}

/** The minimum length, and share of digits, of texts of one length that are rather lines of fixed width. */
const MIN_DENSE = 12;
const DENSE_DIGITS = 0.75;

/** Describes lines of one length without columns: probably fields of fixed width without blanks between them. */
function describeDense({ hasHeader, records }: CsvTable, width: number): string[] {
  const texts = records.map(([cell]) => cell ?? '').filter((text) => text !== '');
  const [first = ''] = texts;
  const isDense = (text: string) =>
    text.length === first.length &&
    text.replace(/\D/g, '').length >= DENSE_DIGITS * text.length &&
    // A decimal number, or a time.
    !/^[-+]?\d+[.,]\d+$|:/.test(text);
  return width === 1 && !hasHeader && first.length >= MIN_DENSE && texts.every(isDense)
    ? ['its lines have one length, but no columns: cut them as the sender describes, in a FIXED_WIDTH spec']
    : [];
}

/** Describes cells that no field reads, and records that lack cells. */
function describeSurplus({ overfull, short, isShortUsual, count }: CsvTable): string[] {
  const of = (records: number) => `${records} of ${count} records ${records === 1 ? 'has' : 'have'}`;
  return [
    ...(overfull > TOLERANCE * count
      ? [`${of(overfull)} a text after the last column: a column without a name, or a delimiter within a cell`]
      : []),
    ...(short > TOLERANCE * count && !isShortUsual
      ? [`${of(short)} fewer cells, with other values: no records, or a line end within a cell`]
      : []),
  ];
}

function describeDialect({
  dialect: { delimiter, quote, escape, comment, skipsBlanks },
  rival,
}: DialectGuess): Setting[] {
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
    ...(skipsBlanks === true ? [{ value: ['skipBlanks', true] as const, note: 'quotes come after blanks' }] : []),
  ];
}

function describeLines(table: CsvTable, isDeclared: boolean): Setting[] {
  const { hasHeader, doubt, bottom, kinds, repeated } = table;
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
    ...(repeated === 0
      ? []
      : [{ value: ['skipRepeatedHeader', true] as const, note: `the header occurs ${repeated + 1} times` }]),
  ];
}

/** Whether the header is the first line with the names of all columns, which the draft requires. */
function canSearchHeader({ hasHeader, names: { isNamed, columns, ending }, count, short }: CsvTable): boolean {
  return hasHeader && isNamed && columns.length > 1 && ending !== 'MISSING' && short <= TOLERANCE * count;
}

function describeMatch({ names: { why, ending, omitted = 0 }, hasHeader }: CsvTable): Setting[] {
  const ignore = (key: string, note: string): Setting => ({ value: [key, 'IGNORE'] as const, note });
  return [
    ...(why === null ? [] : [{ value: ['columnMatch', 'POSITION'] as const, note: why }]),
    ...(omitted > 1
      ? [{ value: ['ignoreColumns', ['']] as const, note: `${omitted} columns have neither a name nor a value` }]
      : []),
    // A cell with content after the last column remains an issue.
    ...(ending === 'EXTRA'
      ? [
          {
            value: ['trailingDelimiter', 'YES'] as const,
            note: hasHeader ? 'records end with a delimiter, the header does not' : 'lines end with a delimiter',
          },
        ]
      : []),
    ...(ending === 'MISSING' ? [ignore('onMissingColumns', 'the header ends with a delimiter, records do not')] : []),
  ];
}

/**
 * If more than this share of the records leaves out empty cells, or has more of them, the spec reports that as a WARNING.
 * Otherwise, and where a cell with a text has no column, it is FATAL.
 */
const TOLERANCE = 0.05;

function describeWidths(table: CsvTable): Setting[] {
  const {
    names: { ending },
    count,
    short,
    long,
    isShortUsual,
    overfull,
    endsWithDelimiter,
  } = table;
  const setting = (key: string, records: number, what: string): Setting[] =>
    records > TOLERANCE * count
      ? [{ value: [key, 'WARNING'] as const, note: `${records} of ${count} records have ${what} cells` }]
      : [];
  return [
    ...(ending === 'EXTRA' || overfull > 0
      ? []
      : endsWithDelimiter
        ? [
            {
              value: ['trailingDelimiter', 'YES'] as const,
              note: `${long} of ${count} records end with a delimiter`,
            },
          ]
        : setting('onExtraColumns', long, 'more')),
    ...(ending === 'MISSING' || !isShortUsual ? [] : setting('onMissingColumns', short, 'fewer')),
  ];
}

/** Describes the few records that the spec rejects because they have too many or too few cells. */
function describeRejectedWidths({ count, short, long: longer, endsWithDelimiter }: CsvTable): string[] {
  const long = endsWithDelimiter ? 0 : longer;
  const describe = (records: number, what: string, key: string): string[] =>
    records === 0 || records > TOLERANCE * count
      ? []
      : [
          `${records} of ${count} records ${records === 1 ? 'has' : 'have'} ${what} cells than usual and ${records === 1 ? 'is' : 'are'} rejected (${key})`,
        ];
  return [...describe(long, 'more', 'onExtraColumns: FATAL'), ...describe(short, 'fewer', 'onMissingColumns: FATAL')];
}
