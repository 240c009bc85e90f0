import { columnNamesOf } from '../../../language/formats/model/column-names.ts';
import { kindOf, planMask } from '../../../language/masks/mask-kinds.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import type { Grade, ReportChange } from '../model/change.ts';
import { canExceedLimits } from '../cover/size-limits.ts';
import { createPipelines, isJudged, type Pipeline } from '../model/pipeline.ts';
import { judgeCell } from '../cover/judge-text.ts';
import {
  type Compare,
  type FieldPair,
  isColumnRequired,
  isDerived,
  type IndexedField,
  type Side,
  type SpecPair,
} from '../model/spec-pair.ts';

/** Reports added, removed and renamed fields, and a changed order of fields. */
export const compareFields: Compare = (pair, report) => {
  for (const field of pair.removed) reportRemoved(field, pair, report);
  for (const field of pair.added) reportAdded(field, pair, report);
  for (const { old, new: now } of pair.kept) {
    const [before, after] = [old.field.name, now.field.name];
    if (before !== after)
      report(
        'field_renamed',
        'message',
        { before, after },
        { grade: 'breaking', side: pair.new, pointer: pointerTo('fields', now.index, 'name'), before, after },
      );
    compareExpressions({ old, new: now }, pair, report);
    compareTitles({ old, new: now }, pair, report);
    compareMasks({ old, new: now }, pair, report);
    comparePublishing({ old, new: now }, pair, report);
  }
  const order = pair.kept.map(({ old }) => old.index);
  if (order.every((index, place) => place === 0 || index > (order[place - 1] ?? 0))) return;
  const names = (side: Side) => side.spec.fields.map(({ name }) => name);
  report(
    'fields_reordered',
    'message',
    {},
    { grade: 'compatible', side: pair.new, pointer: '/fields', before: names(pair.old), after: names(pair.new) },
  );
};

/** Reports a value that is computed in another way, or no longer or only now computed. */
function compareExpressions({ old, new: now }: FieldPair, pair: SpecPair, report: ReportChange): void {
  const [before, after] = [old.field.value ?? null, now.field.value ?? null];
  if (before === after) return;
  const [side, index] = after === null ? [pair.old, old.index] : [pair.new, now.index];
  const facts = { side, pointer: pointerTo('fields', index, 'value'), before, after };
  const params = { field: now.field.name, before, after };
  report('expression_changed', 'message', params, { ...facts, grade: 'breaking' });
  if (!isInputComparable(pair) || (before === null) === (after === null)) return;
  const place = { field: now.field.name, places: describeLocation(pair) };
  if (before === null)
    return report('field_removed', 'input', place, {
      ...facts,
      grade: gradeOfWidth(pair, pair.new.settings.onExtraColumns),
    });
  const column = pair.new.settings.columns === 'NAME' ? columnNamesOf(now.field).join(' or ') : null;
  const grade = gradeOfAdded(now, pair);
  report('field_added', 'input', { ...place, column, isDue: grade === 'breaking' }, { ...facts, grade });
}

/** Reports a value that is in another line before the records, or no longer or only now in one. */
function compareTitles({ old, new: now }: FieldPair, pair: SpecPair, report: ReportChange): void {
  const [before, after] = [describeTitle(old.field), describeTitle(now.field)];
  if (before === after) return;
  const [side, index] = after === null ? [pair.old, old.index] : [pair.new, now.index];
  const facts = { side, pointer: pointerTo('fields', index, 'fromLine'), before, after };
  const params = { field: now.field.name, before, after };
  report('title_changed', 'input', params, { ...facts, grade: 'breaking' });
}

function describeTitle({ fromLine }: Field): string | null {
  return fromLine === undefined ? null : `line ${fromLine.line}: ${fromLine.pattern}`;
}

/** Reports a value that is masked in another way, or no longer or only now masked. */
function compareMasks({ old, new: now }: FieldPair, pair: SpecPair, report: ReportChange): void {
  const [before, after] = [describeMask(old.field), describeMask(now.field)];
  if (before === after) return;
  const [side, index] = after === null ? [pair.old, old.index] : [pair.new, now.index];
  const facts = { side, pointer: pointerTo('fields', index, 'mask'), before, after };
  report('mask_changed', 'message', { field: now.field.name, before, after }, { ...facts, grade: 'breaking' });
}

/** Returns the mask of a field with its defaults, so that equal texts mean the same. */
function describeMask({ mask }: Field): string | null {
  if (mask === undefined) return null;
  const { as, operand } = planMask(mask);
  return kindOf({ as }).sentence(operand);
}

/** Reports a field that events no longer contain, or only now, although the spec still reads it. */
function comparePublishing({ old, new: now }: FieldPair, pair: SpecPair, report: ReportChange): void {
  const [was, is] = [isPublished(old.field), isPublished(now.field)];
  if (was === is) return;
  const [side, index] = now.field.publish === undefined ? [pair.old, old.index] : [pair.new, now.index];
  const facts = { side, pointer: pointerTo('fields', index, 'publish'), before: was, after: is };
  if (was) report('field_removed', 'message', { field: now.field.name }, { ...facts, grade: 'breaking' });
  else report('field_added', 'message', { field: now.field.name }, { ...facts, grade: 'compatible' });
}

function isPublished({ publish = true }: Field): boolean {
  return publish;
}

function reportRemoved(placed: IndexedField, pair: SpecPair, report: ReportChange): void {
  const { field } = placed;
  const facts = { side: pair.old, pointer: pointerTo('fields', placed.index), before: field };
  const pipeline = createPipelines(pair.old.spec)(field);
  if (isInputComparable(pair) && !isDerived(field))
    report(
      'field_removed',
      'input',
      { field: field.name, places: describeLocation(pair) },
      { ...facts, grade: gradeOfWidth(pair, pair.new.settings.onExtraColumns) },
    );
  if (isPublished(field)) report('field_removed', 'message', { field: field.name }, { ...facts, grade: 'breaking' });
  if (isJudged(pipeline)) report('field_removed', 'verdict', { field: field.name }, { ...facts, grade: 'compatible' });
}

function reportAdded(placed: IndexedField, pair: SpecPair, report: ReportChange): void {
  const { field } = placed;
  const facts = { side: pair.new, pointer: pointerTo('fields', placed.index), after: field };
  const pipeline = createPipelines(pair.new.spec)(field);
  const column = pair.new.settings.columns === 'NAME' ? columnNamesOf(field).join(' or ') : null;
  const grade = gradeOfAdded(placed, pair);
  if (isInputComparable(pair) && !isDerived(field))
    report(
      'field_added',
      'input',
      { field: field.name, column, places: describeLocation(pair), isDue: grade === 'breaking' },
      { ...facts, grade },
    );
  if (isPublished(field)) report('field_added', 'message', { field: field.name }, { ...facts, grade: 'compatible' });
  if (isJudgedAtOnce(pipeline, pair))
    report('field_added', 'verdict', { field: field.name }, { ...facts, grade: 'breaking' });
}

/**
 * Whether a record of an existing file may get an issue in a new field. The cause is a text that the old spec did not
 * read, or a missing column.
 */
function isJudgedAtOnce(pipeline: Pipeline, { old, new: now }: SpecPair): boolean {
  // The values from which a new field is copied or computed may be invalid or null.
  if (isDerived(pipeline.field)) return true;
  const isByPosition = now.settings.columns === 'POSITION' && old.settings.columns === 'POSITION';
  // If columns are found by position and extra columns are FATAL, a record with an extra column already had the worst
  // verdict.
  const mayHaveText = !isByPosition || old.settings.onExtraColumns !== 'FATAL';
  const mayLackIt = now.settings.onMissingColumns !== 'FATAL';
  return (
    (mayHaveText && (isJudged(pipeline) || canExceedLimits(pipeline))) || (mayLackIt && judgeCell(pipeline, '').max > 0)
  );
}

/**
 * Whether both specs find columns in the same way. If not, only that change is reported, and not its effect on each
 * field.
 */
function isInputComparable({ old, new: now }: SpecPair): boolean {
  return old.settings.columns === now.settings.columns;
}

/**
 * Returns the grade of an added or removed field. `setting` is onMissingColumns for an added field, and onExtraColumns
 * for a removed one. The change is breaking if CSV columns are found by position and `setting` is not IGNORE, because
 * records of the old width now have too few or too many columns. Otherwise it is compatible.
 */
function gradeOfWidth({ new: { settings } }: SpecPair, setting: string): Grade {
  return settings.columns !== 'POSITION' || setting === 'IGNORE' ? 'compatible' : 'breaking';
}

function gradeOfAdded({ field }: IndexedField, pair: SpecPair): Grade {
  const { settings, spec } = pair.new;
  const { onMissingColumns } = settings;
  switch (settings.columns) {
    case 'NAME':
      return wasColumnRequired(field, pair.old) || !isColumnRequired(field, pair.new) ? 'compatible' : 'breaking';
    case 'POSITION':
      return gradeOfWidth(pair, onMissingColumns);
    case 'PLACE':
      return onMissingColumns === 'IGNORE' ||
        settings.lineTerminator === 'NONE' ||
        minLineLength(spec.fields) <= minLineLength(pair.old.spec.fields)
        ? 'compatible'
        : 'breaking';
    case 'PATH':
      return 'compatible';
    default:
      return settings.columns satisfies never;
  }
}

/**
 * Whether the old spec read the column of a new field into one of its own fields, and files had to have that column.
 */
function wasColumnRequired(field: Field, old: Side): boolean {
  const names = columnNamesOf(field);
  const before = old.spec.fields.find((other) => columnNamesOf(other).every((one) => names.includes(one)));
  return before !== undefined && isColumnRequired(before, old);
}

/**
 * FIXED_WIDTH: returns the minimum length of a line, in characters. It is the start, from 1, of the field that ends
 * last. If several fields end there, it is the largest of their starts.
 */
function minLineLength(fields: Side['spec']['fields']): number {
  const ends = fields.map(({ start = 1, length = 1 }) => start + length);
  const last = Math.max(...ends);
  return Math.max(...fields.filter((_, index) => ends[index] === last).map(({ start = 1 }) => start));
}

function describeLocation({ new: { settings } }: SpecPair): string {
  return {
    NAME: 'its column',
    POSITION: 'its column number',
    PLACE: 'its characters of the line',
    PATH: 'its path',
  }[settings.columns];
}
