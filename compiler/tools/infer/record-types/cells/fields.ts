import type { CorrectionRule, Field } from '../../../../pipeline/1-read/spec-shape.ts';
import type { FieldGuess } from '../../column/infer.ts';
import { inferColumns } from '../../column/infer-columns.ts';
import { type Noted, type TypeDraft, withoutNote } from '../../model/draft.ts';
import type { KnownField } from '../name-totals.ts';
import { type CellFile, type CellLine, hasOwnEnds, numberIn } from './lines.ts';

interface CellType {
  readonly file: CellFile;
  readonly known: readonly KnownField[];
  /** The name of the record type. */
  readonly type: string;
}

type TypeFields = Pick<TypeDraft, 'fields' | 'corrections' | 'rules'>;

/** Returns the fields of a record type, one for each cell, with their corrections and rules. */
export function draftCells(own: readonly CellLine[], type: CellType): TypeFields {
  const areEqual = own.every(({ cells }) => cells.length === own[0]?.cells.length);
  if (!hasOwnEnds(type.file) && areEqual) return inferCells(own, type);
  const fields = draftFields(own, type);
  return { fields, corrections: cutTerminators(fields, type) };
}

/** With fewer lines, the values do not show which codes, lengths and cells a record type has. */
const MIN_LINES = 10;

/**
 * Infers fields as those of a file with one record type. Fields that a control total needs keep their type. In few lines,
 * only dates and numbers with decimals are certain.
 */
function inferCells(own: readonly CellLine[], { known, type }: CellType): TypeFields {
  const columns = Array.from({ length: Math.min(MAX_FIELDS, own[0]?.cells.length ?? 0) }, (_, at) => ({
    place: { name: nameOf(at, known), type: 'STRING' as const },
    label: null,
    isRecordType: at === 0,
    cells: own.map(({ cells }) => cells[at] ?? null),
  }));
  const all = inferColumns(columns, 0).guesses.map((guess, at) =>
    withKnown(
      guess,
      known.find(({ start }) => start === at),
    ),
  );
  const guesses = own.length < MIN_LINES ? all.map(withoutDoubtful) : all;
  const ofType = <Rule extends { ruleId: string }>({ value, note }: Noted<Rule>): Noted<Rule> => ({
    value: { ...value, ruleId: `${type}-${value.ruleId}` },
    note,
  });
  return {
    fields: guesses.map(({ field }) => field),
    corrections: guesses.flatMap(({ corrections }) => corrections.map(ofType)),
    rules: guesses.flatMap(({ rules }) => rules.map(ofType)),
  };
}

function withKnown(guess: FieldGuess, known: KnownField | undefined): FieldGuess {
  const { field, corrections } = guess;
  // Numbers in groups have the form in which their sum is right: one of them alone may look like another number.
  const isSure = known?.groupSeparator === undefined && corrections.length === 0;
  if (known === undefined || (isSure && NUMBERS.includes(field.value.type))) return guess;
  return { ...guess, field: { value: fieldOf(known), note: known.note }, corrections: [], rules: [] };
}

function fieldOf({ name, type, scale, decimalSeparator, groupSeparator }: KnownField): Field {
  return {
    name,
    type,
    ...(scale !== undefined && { scale }),
    ...(decimalSeparator && { decimalSeparator }),
    ...(groupSeparator && { groupSeparator }),
  };
}

const NUMBERS: readonly string[] = ['INTEGER', 'DECIMAL'];
const CERTAIN: readonly string[] = ['DATE', 'DECIMAL', 'TIME', 'TIMESTAMP'];

function withoutDoubtful(guess: FieldGuess): FieldGuess {
  const { required: _, ...value } = guess.field.value;
  const isCertain = CERTAIN.includes(value.type) || value.type === 'INTEGER';
  const field = isCertain
    ? value
    : { name: value.name, type: 'STRING' as const, ...(value.sensitive === true && { sensitive: true }) };
  return {
    ...guess,
    field: { value: field, note: guess.field.note },
    corrections: isCertain ? guess.corrections : [],
    rules: [],
  };
}

function nameOf(at: number, known: readonly KnownField[]): string {
  return known.find(({ start }) => start === at)?.name ?? (at === 0 ? 'recordType' : `column${at + 1}`);
}

/** The maximum number of fields of a record type. */
const MAX_FIELDS = 200;

/** Returns a field for each cell of most records. Numbers are texts unless a control total needs them. */
function draftFields(own: readonly CellLine[], { file, known }: CellType): Noted<Field>[] {
  const widths = own.map(({ cells }) => cells.length).sort((one, other) => one - other);
  // Where the number of cells varies, most records have at least this many.
  const usual = widths[widths.length >> 1] ?? 1;
  const width = Math.min(MAX_FIELDS, Math.max(usual, ...known.map(({ end }) => end)));
  return Array.from({ length: width }, (_, at): Noted<Field> => {
    const one = known.find(({ start }) => start === at);
    if (one !== undefined) return { value: fieldOf(one), note: one.note };
    return withoutNote({
      name: nameOf(at, known),
      type: at > 0 && areNumbers(own, at, file) ? 'INTEGER' : 'STRING',
    } as const);
  });
}

const MIN_NUMBERS = 3;
const MIN_DIGITS = 4;

/** Whether the cells of a column are numbers rather than codes: they have signs, two leading zeros, or several lengths. */
function areNumbers(own: readonly CellLine[], at: number, { terminator }: CellFile): boolean {
  const texts = own.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== '' && text !== terminator);
  const isNumber = texts.length >= MIN_NUMBERS && texts.every((text) => numberIn(text, terminator) !== null);
  const isLong = texts.every(({ length }) => length >= MIN_DIGITS);
  const isPadded = texts.every((text) => /^[+-]?00/.test(text)) || texts.some((text) => /^[+-]/.test(text));
  return (
    isNumber && isLong && new Set(texts).size > 1 && (isPadded || new Set(texts.map(({ length }) => length)).size > 2)
  );
}

/** Returns corrections that remove the terminator from the last field, and from numbers after which cells may be absent. */
function cutTerminators(
  fields: readonly Noted<Field>[],
  { type, known, file: { terminator } }: CellType,
): Noted<CorrectionRule>[] {
  if (terminator === null) return [];
  const isKnown = (name: string) => known.some((one) => one.name === name);
  const cut = fields.filter(
    ({ value }, at) => at > 0 && (at === fields.length - 1 || (value.type === 'INTEGER' && !isKnown(value.name))),
  );
  return cut.map(({ value: { name } }) =>
    withoutNote({
      ruleId: `${type}-${name}-end`,
      field: name,
      correctionType: 'REGEX_REPLACE',
      pattern: ` *${toRegexText(terminator)} *`,
      replacement: '',
    } as const),
  );
}

/** Returns a regular expression that matches one character. */
function toRegexText(character: string): string {
  return /[\\^$|*]/.test(character) ? `\\${character}` : character;
}
