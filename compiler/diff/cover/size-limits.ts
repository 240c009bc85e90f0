import type { CorrectionRule } from '../../1-read/spec-shape.ts';
import { correctionKinds } from '../../corrections/correction-kinds.ts';
import { correctFrom } from './judge-text.ts';
import { isJudged, type Pipeline } from '../model/pipeline.ts';
import { isSame } from '../model/spec-pair.ts';

/** The kernel's limit for all corrected texts of a record, in UTF-16 code units. A longer text is VALUE_TOO_LONG. */
const MAX_UNITS = 16 * 1024 * 1024;

/** Whether the corrections of `now` make no text VALUE_TOO_LONG or VALUE_TOO_COSTLY that those of `old` accepted. */
export function areSizeLimitsCovered(old: Pipeline, now: Pipeline): boolean {
  const limiting = findLimitingCorrections(now);
  if (limiting.length === 0) return true;
  if (!isSame(toOperations(findLimitingCorrections(old)), toOperations(limiting))) return false;
  return (
    now.corrections.every(({ correctionType }) => HARMLESS.includes(correctionType)) &&
    correctFrom(now, null, 0).kind === 'text'
  );
}

/** Whether the corrections may make a text too long or too costly. */
export function canExceedLimits(pipeline: Pipeline): boolean {
  return findLimitingCorrections(pipeline).length > 0;
}

/** Whether no cell can be an issue of the field. Then no change of the field can make a verdict worse. */
export function isHarmless(pipeline: Pipeline): boolean {
  return !isJudged(pipeline) && !canExceedLimits(pipeline);
}

/** The corrections without their names and fields: two lists are equal if they do the same. */
export function toOperations(corrections: readonly CorrectionRule[]): readonly object[] {
  return corrections.map(({ ruleId: _, field: __, ...act }) => act);
}

/**
 * Corrections that may be added or removed without making another text too long for UPPER_CASE, LOWER_CASE or
 * DEFAULT_IF_NULL.
 */
const HARMLESS: readonly CorrectionRule['correctionType'][] = ['TRIM', 'UPPER_CASE', 'LOWER_CASE', 'DEFAULT_IF_NULL'];

function findLimitingCorrections({ field, corrections, maxRecordBytes, padding }: Pipeline): readonly CorrectionRule[] {
  const isHuge = 3 * maxRecordBytes + 2 * padding > MAX_UNITS;
  return corrections.filter((correction) =>
    isHuge
      ? correction.correctionType !== 'TRIM'
      : correctionKinds[correction.correctionType].canOutgrow(correction, field, maxRecordBytes),
  );
}
