import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import { patternOf } from '../../../language/types/date.ts';
import { typeKeys, typeKinds } from '../../../language/types/type-kinds.ts';
import type { ChangeFacts, ReportChange } from '../model/change.ts';
import { isHarmless } from '../cover/size-limits.ts';
import { createPipelines, type Pipeline } from '../model/pipeline.ts';
import { type Compare, type FieldPair, isSame, type SpecPair } from '../model/spec-pair.ts';
import { contraryText } from '../../../language/types/boolean.ts';
import { areNumbersRead } from '../../../language/types/compare-numbers.ts';
import { compareAcceptance, isTypeCovered } from '../cover/type.ts';
import { findWorseText } from '../cover/worse-text.ts';

/** Compares the types of fields, the texts that they accept, and the form of their values in events. */
export const compareTypes: Compare = (pair, report) => {
  const [before, after] = [createPipelines(pair.old.spec), createPipelines(pair.new.spec)];
  const nullTexts = new Set(['', ...pair.new.settings.nullValues]);
  for (const kept of pair.kept) {
    if (isSame(formOf(kept.old.field), formOf(kept.new.field))) continue;
    const now = after(kept.new.field);
    // Changes of null values and corrections are reported separately. So the old field is
    // compared as if it had the new null values and corrections.
    const old = {
      ...before(kept.old.field),
      nullTexts,
      corrections: now.corrections,
      maxRecordBytes: now.maxRecordBytes,
    };
    compareType(kept, { pair, old, now, was: before(kept.old.field), report });
  }
};

interface Context {
  readonly pair: SpecPair;
  /**
   * The field of the old spec, with the null values, corrections and maxRecordBytes of the new spec. `was` is the field
   * of the old spec without these replacements. `now` is the field of the new spec.
   */
  readonly old: Pipeline;
  readonly now: Pipeline;
  readonly was: Pipeline;
  readonly report: ReportChange;
}

/** The type of a field and all keys of it that only some types have. */
function formOf(field: Field): object {
  const keys = Object.keys(typeKeys) as (keyof typeof typeKeys)[];
  return { type: field.type, ...Object.fromEntries(keys.map((key) => [key, field[key]])) };
}

function compareType({ old: { field: before }, new: { field: after, index } }: FieldPair, context: Context): void {
  const { pair, old, now, was, report } = context;
  const facts: ChangeFacts = {
    grade: isHarmless(now) || isTypeCovered(old, after) ? 'compatible' : 'breaking',
    side: pair.new,
    pointer: pointerTo('fields', index),
    before: before.type,
    after: after.type,
  };
  const texts = { field: after.name, before: formText(before), after: formText(after) };
  const example = facts.grade === 'breaking' ? findWorseText(was, now) : null;
  if (before.type !== after.type) {
    report(
      'type_changed',
      'message',
      { ...texts, before: before.type, after: after.type },
      { ...facts, grade: isPartOf(after, before, pair) ? 'compatible' : 'breaking', pointer: `${facts.pointer}/type` },
    );
    report('type_changed', 'verdict', { ...texts, example }, { ...facts, pointer: `${facts.pointer}/type` });
  } else if (compareAcceptance(before, after) !== 'same') {
    compareForm(before, after, { ...context, facts, texts: { ...texts, example } });
  }
}

interface FormContext extends Context {
  readonly facts: ChangeFacts;
  readonly texts: {
    readonly field: string;
    readonly before: string;
    readonly after: string;
    readonly example: string | null;
  };
}

/**
 * Reports the difference between two fields of the same type that do not accept the same texts with the same values:
 * other date formats, number formats, or words for true and false.
 */
function compareForm(before: Field, after: Field, { report, facts, texts }: FormContext): void {
  const form = { ...facts, before: texts.before, after: texts.after };
  const { reportedAs } = typeKinds[after.type];
  switch (reportedAs) {
    case 'PATTERN':
      return comparePattern(before, after, { report, facts, texts });
    case 'WORDS': {
      const text = contraryText(before, after);
      if (text !== null)
        report('boolean_values_changed', 'input', { field: after.name, text }, { ...form, grade: 'breaking' });
      return report('boolean_values_changed', 'verdict', texts, form);
    }
    case 'NOTATION':
      if (areNumbersRead(before, after))
        report('number_format_changed', 'input', texts, { ...form, grade: 'breaking' });
      return report('number_format_changed', 'verdict', texts, form);
    case null:
      return report('type_changed', 'verdict', texts, form);
    default:
      return reportedAs satisfies never;
  }
}

function comparePattern(
  before: Field,
  after: Field,
  { report, facts, texts }: Pick<FormContext, 'report' | 'facts' | 'texts'>,
): void {
  const patterns = { field: after.name, before: patternWords(before), after: patternWords(after) };
  const dates = {
    ...facts,
    pointer: after.format === undefined ? facts.pointer : `${facts.pointer}/format`,
    before: patterns.before,
    after: patterns.after,
  };
  if (patternOf(before) !== patternOf(after))
    report('date_format_changed', 'message', patterns, {
      ...dates,
      grade: compareAcceptance(after, before) === 'wider' ? 'compatible' : 'breaking',
    });
  report('date_format_changed', 'verdict', { ...patterns, example: texts.example }, dates);
}

/** Returns the date pattern of a field, with the years of two digits if the field says which they are. */
function patternWords(field: Field): string {
  const language = field.locale === undefined ? '' : ` in ${field.locale}`;
  return patternOf(field) + language + (field.centuryStart === undefined ? '' : ` from ${field.centuryStart}`);
}

function formText(field: Field): string {
  const kind = typeKinds[field.type];
  return kind.sentence(kind.plan(field));
}

/**
 * Whether every value of the new field in an event could also be a value of the old field. For example, a date is a
 * string and an integer is a number.
 */
function isPartOf(now: Field, old: Field, { old: { settings: before }, new: { settings: after } }: SpecPair): boolean {
  const isText = (field: Field, { numbersAs }: typeof before) => {
    const kind = typeKinds[field.type];
    return kind.schema(kind.plan(field), numbersAs).type === 'string';
  };
  if (typeKinds[old.type].isText) return isText(now, before) && isText(now, after);
  return typeKinds[now.type].partOf.includes(old.type) && before.numbersAs === after.numbersAs;
}
