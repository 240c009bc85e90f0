import { type DateLayout, keepsDay } from '../../emitting/dates/plan/layout.ts';
import { missingParts } from '../../emitting/dates/plan/fields.ts';
import { textOfDay } from '../../emitting/dates/plan/example.ts';
import { type DatePlan, planDatePattern, planSourcePattern, sourceWords } from '../../emitting/dates/plan/pattern.ts';
import { dayOfText } from '../../emitting/dates/plan/text.ts';
import { emitDatePartsReader } from '../../emitting/dates/emit/reader.ts';
import { emitDateWriter } from '../../emitting/dates/emit/writer.ts';
import type { Code } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import {
  centuryKey,
  checkCentury,
  checkLocale,
  declareLocalNames,
  layoutWords,
  localeKey,
  patternOf,
  settingsOf,
} from '../types/date.ts';
import { type CorrectionContext, createCorrectionKind, TYPE_MISMATCH } from './correction-kind.ts';
import { isBlank } from '../../kernel/values/text.ts';
import type { Texts } from '../shape/shape.ts';
import type { DateChange, PlannedPattern } from '../../emitting/bytes/byte-form.ts';
import { choice, optional, required, text as textShape, texts } from '../shape/create-shape.ts';

/** Maximum length of a formatted date in bytes, without the literal text of its pattern. */
const MAX_DATE_BYTES = 256;

/** The maximum number of source formats. */
const MAX_SOURCES = 20;

/**
 * COERCE_DATE: converts a date from the first source pattern that fits to the target pattern. A text that is not blank
 * and fits none is TYPE_MISMATCH, unless `onOtherText` is KEEP, which leaves it unchanged.
 */
export const coerceDate = createCorrectionKind({
  correctionType: 'COERCE_DATE',
  types: ['DATE'],
  doc: 'Converts a date from one or more patterns to another. A text that fits no source format is TYPE_MISMATCH.',
  operands: {
    sourceFormat: required(
      texts(
        'The date pattern of the text, or a list of patterns. They are tried in the order of the list. `SERIAL` is the day number of Excel: 45581 is 2024-10-16.',
      ),
    ),
    targetFormat: required(
      textShape('The date pattern of the result. It must be the format of the field.', { min: 1, max: 1000 }),
    ),
    onOtherText: optional(
      choice(
        'What happens to a text that fits no source format. KEEP leaves it unchanged, so that a later correction or the type decides. Default: the text is TYPE_MISMATCH.',
        ['KEEP'],
      ),
    ),
    ...centuryKey('COERCE_DATE'),
    ...localeKey('COERCE_DATE'),
  },
  dateChange: (correction) => ({
    sources: sourcesOf(correction),
    target: correction.targetFormat,
    ...(correction.centuryStart === undefined ? {} : { centuryStart: correction.centuryStart }),
    ...(correction.locale === undefined ? {} : { locale: correction.locale }),
    keepsOthers: correction.onOtherText === 'KEEP',
  }),
  // The target pattern may contain any literal text.
  grows: true,
  check(correction, context) {
    const { sourceFormat, targetFormat } = correction;
    const { field, pointer, by, report } = context;
    checkCount(sourceFormat, context);
    const target = checkPattern(planDatePattern(targetFormat), `${pointer}/targetFormat`, context);
    if (targetFormat !== patternOf(field))
      report('coerce_target_differs', `${pointer}/targetFormat`, {
        by,
        target: targetFormat,
        field: field.name,
        format: patternOf(field),
      });
    const layouts = sourcesOf(correction).map((pattern, index) => {
      const place = typeof sourceFormat === 'string' ? '' : `/${index}`;
      const source = checkPattern(planSourcePattern(pattern), `${pointer}/sourceFormat${place}`, context);
      const missing = source === null || target === null ? [] : missingParts(source, target);
      if (missing.length > 0)
        report('invalid_date_pattern', `${pointer}/targetFormat`, {
          detail: `${by} writes the ${missing.join(', ')}, which ${pattern} does not contain`,
        });
      return source;
    });
    checkCentury(
      { patterns: layouts, centuryStart: correction.centuryStart, by },
      { pointer, place: `${pointer}/sourceFormat`, report },
    );
    checkLocale({ patterns: layouts, locale: correction.locale }, pointer, report);
  },
  plan: (correction): DateChange => ({
    sources: sourcesOf(correction).map((pattern) => planChecked(pattern, correction)),
    target: planChecked(correction.targetFormat),
    keepsOthers: correction.onOtherText === 'KEEP',
  }),
  sentence: ({ sources, target, keepsOthers }) =>
    `converted from ${joinAlternatives(sources.map(({ pattern, layout }) => sourceWords(pattern) + layoutWords(layout)))} to ${target.pattern}${keepsOthers ? ', other texts unchanged' : ''}`,
  findInputs({ sources, target }, text) {
    const day = dayOfText(target.layout, text);
    return Number.isNaN(day) ? [] : sources.map(({ layout }) => textOfDay(layout, day));
  },
  declare({ sources, target }, _, scope) {
    scope.useType('DateParts');
    const format = scope.patternFunction('formatDate', target.pattern);
    return [
      ...sources.flatMap(({ layout }) => declareLocalNames(layout, scope)),
      ...sources.map((source) =>
        scope.include(emitDatePartsReader(parserOf(source, scope).source, source.pattern, source.layout)),
      ),
      scope.include(emitDateWriter(format.source, target.pattern, target.layout)),
    ];
  },
  convertDate: ({ sources, target, keepsOthers }, pattern, scope) => ({
    parsers: sources.map((source) => parserOf(source, scope)),
    format: scope.patternFunction('formatDate', target.pattern),
    keepsDay: target.pattern === pattern && keepsDay(target.layout),
    keepsOthers,
  }),
  correct: (_, text) => text,
  // Returns undefined for a date that fits a source pattern, because only the generated code converts it.
  apply(correction, text) {
    if (sourcesOf(correction).some((pattern) => isOfPattern(pattern, text ?? '', correction))) return undefined;
    return correction.onOtherText === 'KEEP' || text === null || isBlank(text) ? text : TYPE_MISMATCH;
  },
  canOutgrow: ({ targetFormat }, _, maxBytes) => 4 * targetFormat.length + MAX_DATE_BYTES > maxBytes,
  inBytes: (change) => ({ step: 'date', change }),
});

/** Returns the source formats of a COERCE_DATE, in the order in which they are tried. */
export function sourcesOf({ sourceFormat }: { readonly sourceFormat: Texts }): readonly string[] {
  // A single text is one pattern and is not split, because a pattern may contain commas.
  return typeof sourceFormat === 'string' ? [sourceFormat] : sourceFormat;
}

/** Returns the name of the generated function that parses a source format. */
function parserOf(source: PlannedPattern, scope: Scope): Code {
  return scope.patternFunction('parseDate', source.pattern, settingsOf(source));
}

/** Joins texts for a sentence: `a, b or c`. */
export function joinAlternatives(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`;
}

function checkCount(sourceFormat: Texts, { pointer, report }: CorrectionContext): void {
  const found = typeof sourceFormat === 'string' ? 1 : sourceFormat.length;
  if (found === 0) report('too_few_items', `${pointer}/sourceFormat`, { min: 1, found });
  if (found > MAX_SOURCES) report('too_many_items', `${pointer}/sourceFormat`, { max: MAX_SOURCES, found });
}

function checkPattern(planned: DatePlan, pointer: string, { report }: CorrectionContext): DateLayout | null {
  if (planned.kind === 'ok') return planned.layout;
  report(
    'invalid_date_pattern',
    pointer,
    { detail: planned.reason },
    planned.hint === undefined ? {} : { hint: planned.hint },
  );
  return null;
}

/** The keys of a correction that decide what its source formats mean. */
interface SourceSettings {
  readonly centuryStart?: number;
  readonly locale?: string;
}

function isOfPattern(pattern: string, text: string, { centuryStart, locale }: SourceSettings): boolean {
  const planned = planSourcePattern(pattern, centuryStart, locale);
  return planned.kind === 'ok' && !Number.isNaN(dayOfText(planned.layout, text));
}

function planChecked(pattern: string, { centuryStart, locale }: SourceSettings = {}): PlannedPattern {
  const planned = planSourcePattern(pattern, centuryStart, locale);
  if (planned.kind === 'invalid') throw new Error(`an invalid date pattern passed the checks: ${planned.reason}`);
  return { pattern, layout: planned.layout };
}
