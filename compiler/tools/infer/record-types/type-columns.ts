import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import { inferColumns } from '../column/infer-columns.ts';
import { findColumns } from '../fixed-width/columns.ts';
import type { FieldGuess } from '../column/infer.ts';
import type { Noted, TypeDraft } from '../model/draft.ts';
import type { KindLine } from './kinds.ts';
import type { KnownField } from './name-totals.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** With fewer lines, columns are separated by two blanks. */
const MIN_LINES = 3;

/** Returns the fields of a record type: those that are known, and columns that are guessed from the blanks between them. */
export function inferTypeFields(
  lines: readonly KindLine[],
  known: readonly KnownField[],
  type: string,
): Pick<TypeDraft, 'fields' | 'corrections'> {
  const texts = lines.map(({ text }) => text);
  const columns = texts.length >= MIN_LINES ? findColumns(texts.map((text) => [...text])) : splitAtBlanks(texts);
  const others = columns
    .flatMap((column) => known.reduce<Range[]>((parts, field) => parts.flatMap((part) => cut(part, field)), [column]))
    .filter(({ start, end }) => texts.some((text) => text.slice(start, end).trim() !== ''));
  const { fields: guessed = [], corrections = [] } = inferOthers(others, texts, type);
  const fields = [...known.map(writeKnown), ...guessed];
  return {
    fields: fields.sort((first, second) => (first.value.start ?? 0) - (second.value.start ?? 0)),
    corrections,
  };
}

function writeKnown({ name, start, end, type, scale, note }: KnownField): Noted<Field> {
  const decimals = scale === undefined ? {} : { scale };
  return { value: { name, type, ...decimals, start: start + 1, length: end - start }, note };
}

function cut(part: Range, taken: Range): Range[] {
  if (taken.end <= part.start || taken.start >= part.end) return [part];
  return [
    { start: part.start, end: taken.start },
    { start: taken.end, end: part.end },
  ].filter(({ start, end }) => end > start);
}

/** Returns the columns that two or more blanks in all lines separate. */
function splitAtBlanks(texts: readonly string[]): Range[] {
  const width = Math.max(0, ...texts.map(({ length }) => length));
  const isBlank = (at: number) => texts.every((text) => (text[at] ?? ' ') === ' ');
  const starts = Array.from({ length: width }, (_, at) => at).filter(
    (at) => !isBlank(at) && (at === 0 || (isBlank(at - 1) && (at < 2 || isBlank(at - 2)))),
  );
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? width }));
}

/** Infers the types of columns. A type must hold for all lines, and needs several of them. */
function inferOthers(
  ranges: readonly Range[],
  texts: readonly string[],
  type: string,
): Pick<TypeDraft, 'fields' | 'corrections'> {
  const columns = ranges.map(({ start, end }) => ({
    place: { name: `column${start + 1}`, start: start + 1, length: end - start },
    label: null,
    cells: texts.map((text) => text.slice(start, end).trim()),
  }));
  const { guesses } = inferColumns(columns, 0);
  // Columns without a boundary in between look like numbers, but other files have letters there. Dates and decimals are
  // certain.
  const isCertain = ({ field: { value } }: FieldGuess) =>
    texts.length >= MIN_LINES &&
    (value.type === 'DATE' ||
      (value.type === 'DECIMAL' && texts.every((text) => /\d[.,]\d/.test(textAt(text, value)))));
  return {
    fields: guesses.map((guess, index): Noted<Field> => {
      const { value, note } = guess.field;
      if (isCertain(guess)) return { value: withoutRequired(value), note };
      const place = columns[index]?.place ?? { name: value.name };
      const sensitive = value.sensitive === true ? { sensitive: true } : {};
      return { value: { ...place, type: 'STRING', ...sensitive }, note: value.sensitive === true ? note : null };
    }),
    corrections: guesses
      .filter(isCertain)
      .flatMap(({ corrections }) => corrections)
      .map(({ value, note }) => ({ value: { ...value, ruleId: `${type}-${value.ruleId}` }, note })),
  };
}

function textAt(line: string, { start = 1, length = 0 }: Field): string {
  return line.slice(start - 1, start - 1 + length);
}

function withoutRequired({ required: _, ...field }: Field): Field {
  return field;
}
