import { type DateLayout, keepsDay } from '../dates/plan/layout.ts';
import { missingParts } from '../dates/plan/fields.ts';
import { textOfDay } from '../dates/plan/example.ts';
import { planDatePattern } from '../dates/plan/pattern.ts';
import { dayOfText } from '../dates/plan/text.ts';
import { emitDatePartsReader } from '../dates/emit/reader.ts';
import { emitDateWriter } from '../dates/emit/writer.ts';
import type { Code } from '../code/literal.ts';
import type { Scope } from '../code/scope.ts';
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
  declare({ source, target }, _, scope) {
    scope.useType('DateParts');
    const [parse, format] = functionsOf({ source, target }, scope);
    return [
      scope.include(emitDatePartsReader(parse.source, source.pattern, source.layout)),
      scope.include(emitDateWriter(format.source, target.pattern, target.layout)),
    ];
  },
  convertDate(change, pattern, scope) {
    const [parse, format] = functionsOf(change, scope);
    return { parse, format, keepsDay: change.target.pattern === pattern && keepsDay(change.target.layout) };
  },
  correct: (_, text) => text,
  // A date that fits is converted by the generated code only.
  apply: ({ sourceFormat }, text) => (isOfPattern(sourceFormat, text ?? '') ? undefined : text),
  canOutgrow: ({ targetFormat }, _, maxBytes) => 4 * targetFormat.length + MAX_DATE_BYTES > maxBytes,
  inBytes: (change) => ({ step: 'date', change }),
});

/** Returns the names of the functions that parse the source pattern and format the target pattern. */
function functionsOf({ source, target }: DateChange, scope: Scope): [parse: Code, format: Code] {
  return [scope.patternFunction('parseDate', source.pattern), scope.patternFunction('formatDate', target.pattern)];
}

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
