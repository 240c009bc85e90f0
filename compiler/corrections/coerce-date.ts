import { type DateLayout } from '../dates/plan/layout.ts';
import { missingParts } from '../dates/plan/fields.ts';
import { textOfDay } from '../dates/plan/example.ts';
import { planDatePattern } from '../dates/plan/pattern.ts';
import { dayOfText } from '../dates/plan/text.ts';
import { emitDatePartsReader } from '../dates/emit/reader.ts';
import { emitDateWriter } from '../dates/emit/writer.ts';
import { code, name as nameOf } from '../code/literal.ts';
import { patternOf } from '../types/date.ts';
import { type CorrectionContext, correctionKind } from './correction-kind.ts';

/** The planned source and target pattern. */
export interface CoercePlan {
  source: { pattern: string; layout: DateLayout };
  target: { pattern: string; layout: DateLayout };
}

/** COERCE_DATE: converts a date from the source pattern to the target pattern. Other texts stay unchanged. */
export const coerceDate = correctionKind<'COERCE_DATE', CoercePlan>({
  correctionType: 'COERCE_DATE',
  types: ['DATE'],
  // The target pattern may contain any literal text.
  grows: true,
  check({ sourceFormat, targetFormat }, context) {
    const source = checkPattern(sourceFormat, 'sourceFormat', context);
    const target = checkPattern(targetFormat, 'targetFormat', context);
    const { field, pointer, by, report } = context;
    if (targetFormat !== patternOf(field))
      report('coerce_target_differs', `${pointer}/targetFormat`, {
        by,
        target: targetFormat,
        field: field.name,
        format: patternOf(field),
      });
    if (source === null || target === null) return;
    const missing = missingParts(source, target);
    if (missing.length > 0)
      report('invalid_date_pattern', `${pointer}/targetFormat`, {
        detail: `${by} writes the ${missing.join(', ')}, which ${sourceFormat} does not contain`,
      });
  },
  plan: ({ sourceFormat, targetFormat }) => ({ source: planChecked(sourceFormat), target: planChecked(targetFormat) }),
  sentence: ({ source, target }) => `converted from ${source.pattern} to ${target.pattern}`,
  befores({ source, target }, text) {
    const day = dayOfText(target.layout, text);
    return Number.isNaN(day) ? [] : [textOfDay(source.layout, day)];
  },
  declare({ source, target }, name, scope) {
    scope.useType('DateParts');
    return [
      scope.include(emitDatePartsReader(`${name}Read`, source.pattern, source.layout)),
      scope.include(emitDateWriter(`${name}Write`, target.pattern, target.layout)),
      code`/** The text turned round; other texts are left as they are. */
function ${nameOf(name)}(text: string): string {
  const parts = ${nameOf(`${name}Read`)}(text);
  return parts === null ? text : ${nameOf(`${name}Write`)}(parts);
}`,
    ];
  },
  correct: (_, text, name) => code`${nameOf(name)}(${text})`,
});

function checkPattern(pattern: string, key: string, { pointer, report }: CorrectionContext): DateLayout | null {
  const planned = planDatePattern(pattern);
  if (planned.kind === 'ok') return planned.layout;
  report(
    'invalid_date_pattern',
    `${pointer}/${key}`,
    { detail: planned.reason },
    planned.hint === undefined ? {} : { hint: planned.hint },
  );
  return null;
}

function planChecked(pattern: string): { pattern: string; layout: DateLayout } {
  const planned = planDatePattern(pattern);
  if (planned.kind === 'wrong') throw new Error(`an invalid date pattern passed the checks: ${planned.reason}`);
  return { pattern, layout: planned.layout };
}
