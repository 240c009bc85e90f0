import { type DateLayout } from '../dates/plan/layout.ts';
import { missingParts } from '../dates/plan/fields.ts';
import { textOfDay } from '../dates/plan/example.ts';
import { planDatePattern } from '../dates/plan/pattern.ts';
import { dayOfText } from '../dates/plan/text.ts';
import { emitDatePartsReader } from '../dates/emit/reader.ts';
import { emitDateWriter } from '../dates/emit/writer.ts';
import { code, name as nameOf } from '../code/literal.ts';
import { patternOf } from '../types/date.ts';
import { type CorrectionContext, createCorrectionKind } from './correction-kind.ts';
import { required, text as textShape } from '../shape/shape.ts';
import type { DateChange, PlannedPattern } from '../bytes/byte-form.ts';

/** An upper bound for the bytes of a formatted date, without the literals of its pattern. */
const MAX_DATE_BYTES = 256;

/** COERCE_DATE: converts a date from the source pattern to the target pattern. Other texts stay unchanged. */
export const coerceDate = createCorrectionKind({
  correctionType: 'COERCE_DATE',
  types: ['DATE'],
  doc: 'Converts a date from one pattern to another. A text that does not fit sourceFormat stays unchanged.',
  operands: {
    sourceFormat: required(textShape('The date pattern of the text.', { min: 1, max: 1000 })),
    targetFormat: required(
      textShape('The date pattern of the result. It must be the format of the field.', { min: 1, max: 1000 }),
    ),
  },
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
  plan: ({ sourceFormat, targetFormat }): DateChange => ({
    source: planChecked(sourceFormat),
    target: planChecked(targetFormat),
  }),
  sentence: ({ source, target }) => `converted from ${source.pattern} to ${target.pattern}`,
  findInputs({ source, target }, text) {
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
  // A date that fits is converted by the generated code only.
  apply: ({ sourceFormat }, text) => (isOfPattern(sourceFormat, text ?? '') ? undefined : text),
  canOutgrow: ({ targetFormat }, _, maxBytes) => 4 * targetFormat.length + MAX_DATE_BYTES > maxBytes,
  inBytes: (change) => ({ step: 'date', change }),
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

function isOfPattern(pattern: string, text: string): boolean {
  const planned = planDatePattern(pattern);
  return planned.kind === 'ok' && !Number.isNaN(dayOfText(planned.layout, text));
}

function planChecked(pattern: string): PlannedPattern {
  const planned = planDatePattern(pattern);
  if (planned.kind === 'wrong') throw new Error(`an invalid date pattern passed the checks: ${planned.reason}`);
  return { pattern, layout: planned.layout };
}
