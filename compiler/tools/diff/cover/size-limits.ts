import type { CorrectionRule } from '../../../pipeline/1-read/spec-shape.ts';
import { correctionKinds } from '../../../language/corrections/correction-kinds.ts';
import { correctFrom } from './judge-text.ts';
import { isJudged, type Pipeline } from '../model/pipeline.ts';
import { isSame } from '../model/spec-pair.ts';

/**
 * The kernel's limit for the sum of all corrected texts of a record, in UTF-16 code units. A text beyond it gets the
 * issue VALUE_TOO_LONG.
 */
const MAX_UNITS = 16 * 1024 * 1024;

/**
 * Whether every text that gets VALUE_TOO_LONG or VALUE_TOO_COSTLY with the corrections of `now` also gets it with those
 * of `old`. Returns false if this cannot be proved.
 */
export function areSizeLimitsCovered(old: Pipeline, now: Pipeline): boolean {
  const limiting = findLimitingCorrections(now);
  if (limiting.length === 0) return true;
  if (!isSame(toOperations(findLimitingCorrections(old)), toOperations(limiting))) return false;
  // Corrections that change only blanks, case or null make no text so long that another one exceeds a limit.
  return (
    now.corrections.every(({ correctionType }) => correctionKinds[correctionType].changesOnly !== null) &&
    correctFrom(now, null, 0).kind === 'text'
  );
}

/** Whether the corrections of a field can cause VALUE_TOO_LONG or VALUE_TOO_COSTLY. */
export function canExceedLimits(pipeline: Pipeline): boolean {
  return findLimitingCorrections(pipeline).length > 0;
}

/**
 * Whether no cell can ever get an issue in this field. Then no change of its corrections, type or rules makes a verdict
 * worse.
 */
export function isHarmless(pipeline: Pipeline): boolean {
  return !isJudged(pipeline) && !canExceedLimits(pipeline);
}

/** Returns the corrections without ruleId and field. Equal results mean that two lists have the same effect. */
export function toOperations(corrections: readonly CorrectionRule[]): readonly object[] {
  return corrections.map(({ ruleId: _, field: __, ...act }) => act);
}

function findLimitingCorrections({ field, corrections, maxRecordBytes, padding }: Pipeline): readonly CorrectionRule[] {
  const isHuge = 3 * maxRecordBytes + 2 * padding > MAX_UNITS;
  return corrections.filter((correction) =>
    isHuge
      ? correctionKinds[correction.correctionType].changesOnly !== 'BLANKS'
      : correctionKinds[correction.correctionType].canOutgrow(correction, field, maxRecordBytes),
  );
}
