import type { CorrectionRule, Field } from '../../../../pipeline/1-read/spec-shape.ts';
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

/** With fewer lines, the values do not show the type of a column. */
const MIN_LINES = 10;

/** Returns the fields of a record type, one for each cell, with their corrections and rules. */
export function draftCells(own: readonly CellLine[], type: CellType): TypeFields {
  const areEqual = own.every(({ cells }) => cells.length === own[0]?.cells.length);
  if (!hasOwnEnds(type.file) && areEqual && own.length >= MIN_LINES) return inferCells(own, type);
  const fields = draftFields(own, type);
  return { fields, corrections: cutTerminators(fields, type) };
}

/** Infers fields as those of a file with one record type. */
function inferCells(own: readonly CellLine[], { known, type }: CellType): TypeFields {
  const columns = Array.from({ length: Math.min(MAX_FIELDS, own[0]?.cells.length ?? 0) }, (_, at) => ({
    place: { name: nameOf(at, known), type: 'STRING' as const },
    label: null,
    isRecordType: at === 0,
    cells: own.map(({ cells }) => cells[at] ?? null),
  }));
  const { guesses } = inferColumns(columns, 0);
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
    if (one !== undefined) return { value: { name: one.name, type: one.type }, note: one.note };
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
