import { type DateLayout } from '../3-plan/date-layout.ts';
import { missingParts } from '../3-plan/date-fields.ts';
import { textOfDay } from '../3-plan/date-example.ts';
import { planDatePattern } from '../3-plan/date-pattern.ts';
import { dayOfText } from '../3-plan/date-text.ts';
import { emitDatePartsReader } from '../4-emit/date-reader.ts';
import { emitDateWriter } from '../4-emit/date-writer.ts';
import { code, name as nameOf } from '../4-emit/literal.ts';
import { patternOf } from '../types/date.ts';
import { type CorrectionContext, correctionKind } from './correction-kind.ts';

export interface CoercePlan {
  source: { pattern: string; layout: DateLayout };
  target: { pattern: string; layout: DateLayout };
}

/** COERCE_DATE: a date of the source pattern is written in the target pattern; other texts are left as they are. */
export const coerceDate = correctionKind<'COERCE_DATE', CoercePlan>({
  correctionType: 'COERCE_DATE',
  types: ['DATE'],
  // A target pattern may hold any literal text.
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
        detail: `${by} writes the ${missing.join(', ')}, which ${sourceFormat} does not give`,
      });
  },
  plan: ({ sourceFormat, targetFormat }) => ({ source: planChecked(sourceFormat), target: planChecked(targetFormat) }),
  sentence: ({ source, target }) => `${source.pattern} turned into ${target.pattern}`,
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
  if (planned.kind === 'wrong') throw new Error(`the date pattern was checked before: ${planned.reason}`);
  return { pattern, layout: planned.layout };
}
