import { columnNamesOf } from '../../../language/formats/model/column-names.ts';
import type { ReportChange } from '../model/change.ts';
import {
  type Compare,
  columnOf,
  isDerived,
  type FieldPair,
  isSame,
  type IndexedField,
  type Side,
  type SpecPair,
} from '../model/spec-pair.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';

/**
 * Compares the places from which the old and the new spec read their common fields: column names, column numbers,
 * characters of the line, or XML paths. Reports nothing if the format changed, because another comparison reports that.
 * If the specs find columns in different ways, reports at most that difference.
 */
export const compareColumns: Compare = (pair, report) => {
  const { old, new: now } = pair;
  if (old.settings.format !== now.settings.format) return;
  const kept = pair.kept.filter((one) => !isDerived(one.old.field) && !isDerived(one.new.field));
  if (old.settings.columns !== now.settings.columns) {
    // A changed header changes the default of columnMatch. The change of the header is reported instead.
    if (old.settings.hasHeader === now.settings.hasHeader) reportMatch(pair, report);
    return;
  }
  switch (now.settings.columns) {
    case 'NAME':
    case 'PATH':
      return kept.forEach((one) => compareNames(one, pair, report));
    case 'POSITION':
      return comparePositions({ ...pair, kept }, report);
    case 'PLACE':
      return kept.forEach((one) => comparePlaces(one, pair, report));
    default:
      return now.settings.columns satisfies never;
  }
};

function reportMatch({ old, new: now }: SpecPair, report: ReportChange): void {
  const params = { before: old.settings.columns, after: now.settings.columns };
  report('column_match_changed', 'input', params, {
    grade: 'breaking',
    side: now.spec.columnMatch === undefined ? old : now,
    pointer: '/columnMatch',
    ...params,
  });
}

function compareNames({ old, new: now }: FieldPair, pair: SpecPair, report: ReportChange): void {
  const [was, is] = [columnOf(old, pair.old), columnOf(now, pair.new)];
  if (!isSame(was, is)) {
    // If a prefix is bound to another namespace, both paths have the same text. Then the change shows the paths with
    // their namespaces.
    const [before, after] = labelOf(old) === labelOf(now) ? [String(was), String(is)] : [labelOf(old), labelOf(now)];
    report(
      'column_renamed',
      'input',
      { field: now.field.name, before, after, isLabel: false },
      {
        grade: pair.new.settings.columns === 'NAME' && isWider(old, now) ? 'compatible' : 'breaking',
        side: pair.new,
        pointer: columnPointer(now),
        before,
        after,
      },
    );
  }
  if (pair.new.settings.columns === 'PATH' && old.field.separator !== now.field.separator) {
    report(
      'path_separator_changed',
      'input',
      { field: now.field.name, before: joinText(old), after: joinText(now) },
      {
        grade: 'breaking',
        side: now.field.separator === undefined ? pair.old : pair.new,
        pointer: pointerTo('fields', (now.field.separator === undefined ? old : now).index, 'separator'),
        before: old.field.separator ?? null,
        after: now.field.separator ?? null,
      },
    );
  }
}

/** Returns whether the new names of a column contain all old ones. */
function isWider({ field: old }: IndexedField, { field: now }: IndexedField): boolean {
  return columnNamesOf(old).every((column) => columnNamesOf(now).includes(column));
}

function joinText({ field: { separator } }: IndexedField): string {
  return separator === undefined ? 'reduced to the first' : `joined by ${JSON.stringify(separator)}`;
}

function labelOf({ field }: IndexedField): string {
  return columnNamesOf(field).join(' or ');
}

function columnPointer({ field, index }: IndexedField): string {
  return pointerTo('fields', index, field.columnName === undefined ? 'name' : 'columnName');
}

/**
 * Compares CSV columns that are found by position. Reports a move only for the first field that moved. A column name is
 * only a label in issues here.
 */
function comparePositions(pair: SpecPair, report: ReportChange): void {
  const moved = pair.kept.find(({ old, new: now }) => !isSame(columnOf(old, pair.old), columnOf(now, pair.new)));
  if (moved !== undefined) {
    const params = {
      field: moved.new.field.name,
      before: numberOf(moved.old, pair.old),
      after: numberOf(moved.new, pair.new),
    };
    report('columns_moved', 'input', params, {
      grade: 'breaking',
      side: pair.new,
      pointer: pointerTo('fields', moved.new.index),
      before: namesOf(pair.old),
      after: namesOf(pair.new),
    });
  }
  for (const { old, new: now } of pair.kept) {
    const [before, after] = [labelOf(old), labelOf(now)];
    // A field without columnName has its own name as label. If the field is renamed, only that change is reported.
    if (before === after || (old.field.columnName === undefined && now.field.columnName === undefined)) continue;
    report(
      'column_renamed',
      'input',
      { field: now.field.name, before, after, isLabel: true },
      { grade: 'neutral', side: pair.new, pointer: columnPointer(now), before, after },
    );
  }
}

/** Returns the number of a field's column, from 1. */
function numberOf({ index }: IndexedField, { positions }: Side): string {
  return String((positions[index] ?? index) + 1);
}

function namesOf({ spec }: Side): string[] {
  return spec.fields.map(({ name }) => name);
}

/** FIXED_WIDTH: compares which characters of the line the field has, and its padding. */
function comparePlaces({ old, new: now }: FieldPair, pair: SpecPair, report: ReportChange): void {
  const facts = { grade: 'breaking' as const, side: pair.new, pointer: pointerTo('fields', now.index) };
  const [place, padding] = [[old, now].map(placeText), [old, now].map(paddingText)];
  if (place[0] !== place[1])
    report(
      'column_moved',
      'input',
      { field: now.field.name, before: place[0] ?? '', after: place[1] ?? '' },
      { ...facts, before: columnOf(old, pair.old), after: columnOf(now, pair.new) },
    );
  if (padding[0] !== padding[1])
    report(
      'column_padding_changed',
      'input',
      { field: now.field.name, before: padding[0] ?? '', after: padding[1] ?? '' },
      { ...facts, before: paddingOf(old), after: paddingOf(now) },
    );
}

function placeText({ field: { start = 1, length = 1 } }: IndexedField): string {
  return `${start} to ${start + length - 1}`;
}

function paddingOf({ field: { align = 'LEFT', padChar = ' ' } }: IndexedField): { align: string; padChar: string } {
  return { align, padChar };
}

function paddingText(field: IndexedField): string {
  const { align, padChar } = paddingOf(field);
  return `${JSON.stringify(padChar)} on the ${align === 'LEFT' ? 'right' : 'left'}`;
}
