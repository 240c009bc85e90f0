import { pointerTo } from '../../../diagnostics/pointer.ts';
import { isHarmless } from '../cover/size-limits.ts';
import { judgeCell, judgeCorrected } from '../cover/judge-text.ts';
import { createPipelines, type Pipeline } from '../model/pipeline.ts';
import { type Compare, isSame, type SpecPair } from '../model/spec-pair.ts';

/**
 * Compares nullValues. An added or removed text is a breaking change if a cell or corrected value with this text may
 * get a worse verdict in at least one field. Otherwise it is a compatible change.
 */
export const compareNulls: Compare = (pair, report) => {
  const [before, after] = [pair.old.settings.nullValues, pair.new.settings.nullValues];
  if (isSame(before.toSorted(), after.toSorted())) return;
  for (const value of after.filter((text) => !before.includes(text))) {
    const field = findWorse(value, pair);
    const pointer = pointerTo('nullValues', pair.new.spec.nullValues?.indexOf(value) ?? 0);
    report(
      'null_value_added',
      'verdict',
      { value, field },
      { grade: field === null ? 'compatible' : 'breaking', side: pair.new, pointer, after: value },
    );
  }
  for (const value of before.filter((text) => !after.includes(text))) {
    const field = findWorse(value, pair);
    const pointer = pointerTo('nullValues', pair.old.spec.nullValues?.indexOf(value) ?? 0);
    report(
      'null_value_removed',
      'verdict',
      { value, field },
      { grade: field === null ? 'compatible' : 'breaking', side: pair.old, pointer, before: value },
    );
  }
};

/**
 * Returns the new name of the first field in which the text may get a worse verdict with the new null values, or null
 * if there is no such field.
 */
function findWorse(text: string, { old, new: now, kept }: SpecPair): string | null {
  const [pipelineOf, newPipelineOf] = [createPipelines(old.spec), createPipelines(now.spec)];
  const nullTexts = new Set(['', ...now.settings.nullValues]);
  const worse = kept.find(
    ({ old: { field }, new: { field: after } }) =>
      !isHarmless(newPipelineOf(after)) && isWorse(text, pipelineOf(field), nullTexts),
  );
  return worse?.new.field.name ?? null;
}

/**
 * Whether the text may get a worse verdict if `nullTexts` replaces the null texts of `old`. The text may be a cell, or
 * the result of corrections of another cell.
 */
function isWorse(text: string, old: Pipeline, nullTexts: ReadonlySet<string>): boolean {
  const now = { ...old, nullTexts };
  if (judgeCell(now, text).max > judgeCell(old, text).min) return true;
  return old.corrections.length > 0 && judgeCorrected(now, text).max > judgeCorrected(old, text).min;
}
