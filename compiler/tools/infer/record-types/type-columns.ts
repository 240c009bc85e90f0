import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import { inferColumns } from '../column/infer-columns.ts';
import { findColumns } from '../fixed-width/columns.ts';
import type { Noted } from '../model/draft.ts';
import type { KindLine } from './kinds.ts';
import type { KnownField } from './name-totals.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** With fewer lines, columns are separated by two blanks. */
const MIN_LINES = 3;

/** Returns the fields of a record type: those that are known, and columns that are guessed from the blanks between them. */
export function inferTypeFields(lines: readonly KindLine[], known: readonly KnownField[]): Noted<Field>[] {
  const texts = lines.map(({ text }) => text);
  const columns = texts.length >= MIN_LINES ? findColumns(texts.map((text) => [...text])) : splitAtBlanks(texts);
  const others = columns
    .flatMap((column) => known.reduce<Range[]>((parts, field) => parts.flatMap((part) => cut(part, field)), [column]))
    .filter(({ start, end }) => texts.some((text) => text.slice(start, end).trim() !== ''));
  const guessed = inferOthers(others, texts);
  const fields = [...known.map(writeKnown), ...guessed];
  return fields.sort((first, second) => (first.value.start ?? 0) - (second.value.start ?? 0));
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
function inferOthers(ranges: readonly Range[], texts: readonly string[]): Noted<Field>[] {
  const columns = ranges.map(({ start, end }) => ({
    place: { name: `column${start + 1}`, start: start + 1, length: end - start },
    label: null,
    cells: texts.map((text) => text.slice(start, end).trim()),
  }));
  const { guesses } = inferColumns(columns, 0);
  return guesses.map(({ field: { value, note }, corrections }, index) => {
    const place = columns[index]?.place ?? { name: value.name };
    // Columns without a boundary in between look like numbers, but other files have letters there.
    const isText = texts.length < MIN_LINES || corrections.length > 0 || value.type !== 'DATE';
    const sensitive = value.sensitive === true ? { sensitive: true } : {};
    return isText
      ? { value: { ...place, type: 'STRING', ...sensitive }, note: value.sensitive === true ? note : null }
      : { value: withoutRequired(value), note };
  });
}

function withoutRequired({ required: _, ...field }: Field): Field {
  return field;
}
