import type { CorrectionRule, Field } from '../1-read/spec-shape.ts';
import { utf8Length } from '../kernel/values/text.ts';
import { correctFrom } from './judge-text.ts';
import { isJudged, type Pipeline } from './pipeline.ts';
import { isSame } from './spec-pair.ts';

/** Corrected texts of one record together, in UTF-16 units, before the kernel calls a value too long. */
const MOST_UNITS = 16 * 1024 * 1024;
/** More than any date of a pattern has, beside the pattern's own characters. */
const DATE_BYTES = 256;

/** Whether no text becomes VALUE_TOO_LONG or VALUE_TOO_COSTLY by the corrections of `now` that was not so by those of `old`. */
export function isGrowthCovered(old: Pipeline, now: Pipeline): boolean {
  const refusing = refusingOf(now);
  if (refusing.length === 0) return true;
  if (!isSame(actsOf(refusingOf(old)), actsOf(refusing))) return false;
  return (
    now.corrections.every(({ correctionType }) => HARMLESS.includes(correctionType)) &&
    correctFrom(now, null, 0).kind === 'text'
  );
}

/** Whether the corrections may make an issue of a text that a record can hold. */
export function canRefuse(pipeline: Pipeline): boolean {
  return refusingOf(pipeline).length > 0;
}

/** Whether a field has no issue whatever its cell is: then nothing in it can be worse than it was. */
export function isHarmless(pipeline: Pipeline): boolean {
  return !isJudged(pipeline) && !canRefuse(pipeline);
}

/** What corrections do, whatever they are called. */
export function actsOf(corrections: readonly CorrectionRule[]): readonly object[] {
  return corrections.map(({ ruleId: _, field: __, ...act }) => act);
}

/** Beside these, a text that is not refused does not come to be by other ones of these. */
const HARMLESS: readonly CorrectionRule['correctionType'][] = ['TRIM', 'UPPER_CASE', 'LOWER_CASE', 'DEFAULT_IF_NULL'];

function refusingOf({ field, corrections, maxRecordBytes, padding }: Pipeline): readonly CorrectionRule[] {
  const isHuge = 3 * maxRecordBytes + 2 * padding > MOST_UNITS;
  return corrections.filter((correction) =>
    isHuge ? correction.correctionType !== 'TRIM' : canOutgrow(correction, field, maxRecordBytes),
  );
}

function canOutgrow(correction: CorrectionRule, field: Field, maxBytes: number): boolean {
  switch (correction.correctionType) {
    case 'TRIM':
      return false;
    case 'PAD_LEFT':
    case 'PAD_RIGHT':
      return 4 * correction.length > maxBytes;
    case 'DEFAULT_IF_NULL':
      return utf8Length(correction.defaultValue) > maxBytes;
    case 'COERCE_DATE':
      return 4 * correction.targetFormat.length + DATE_BYTES > maxBytes;
    // A letter may turn into several, and a text near the limit so be too long; none of the letters of true and false does.
    case 'UPPER_CASE':
    case 'LOWER_CASE':
      return field.type !== 'BOOLEAN' || field.trueValues !== undefined || field.falseValues !== undefined;
    case 'REGEX_REPLACE':
      return true;
    default:
      return correction satisfies never;
  }
}
