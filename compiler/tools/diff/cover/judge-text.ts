import type { Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { isLongerThan, trimToNull } from '../../../kernel/values/text.ts';
import { TYPE_MISMATCH } from '../../../language/corrections/correction-kind.ts';
import { mergeDateCorrections } from '../../../language/corrections/merge-dates.ts';
import { correctionKinds } from '../../../language/corrections/correction-kinds.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import { type Pipeline, ruleVerdict } from '../model/pipeline.ts';
import { type Verdict, worstOf } from '../model/severity.ts';

/**
 * The best (`min`) and the worst (`max`) verdict that a text can get. They differ if the verdict depends on `today`, or
 * on a correction that cannot be evaluated here.
 */
export interface Judgement {
  readonly min: Verdict;
  readonly max: Verdict;
}

const OPEN: Judgement = { min: 0, max: 3 };

/** Returns the verdict on a cell of a file. */
export function judgeCell(pipeline: Pipeline, cell: string): Judgement {
  return judgeFrom(pipeline, pipeline.nullTexts.has(cell) ? null : cell, 0);
}

/** Returns the verdict on a text or null to which only the corrections from index `place` on are applied. */
export function judgeFrom(pipeline: Pipeline, text: string | null, place: number): Judgement {
  const corrected = correctFrom(pipeline, text, place);
  if (corrected.kind === 'open') return OPEN;
  if (corrected.kind === 'tooLong') return exactly(worstOf([2, pipeline.whenNull]));
  if (corrected.kind === 'mismatch') return exactly(pipeline.onTypeMismatch);
  return judgeCorrected(pipeline, corrected.text);
}

/** Returns the verdict on a text after all corrections. */
export function judgeCorrected(pipeline: Pipeline, text: string | null): Judgement {
  const { field, nullTexts, whenNull, onTypeMismatch } = pipeline;
  const left = text === null || nullTexts.has(text) ? null : typeKinds[field.type].isText ? text : trimToNull(text);
  if (left === null) return exactly(whenNull);
  const type = typeKinds[field.type];
  const value = type.parse(left, type.plan(field));
  return value === null ? exactly(onTypeMismatch) : judgeValue(pipeline, value);
}

type Corrected =
  | { readonly kind: 'text'; readonly text: string | null }
  | { readonly kind: 'tooLong' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'open' };

/**
 * Applies the corrections from index `place` on to a text or null. Returns the corrected text, or why there is none: it
 * is longer than maxRecordBytes, it is a type mismatch, or a correction cannot be evaluated here (`open`).
 */
export function correctFrom({ corrections, maxRecordBytes }: Pipeline, text: string | null, place: number): Corrected {
  let now = text;
  for (const correction of mergeDateCorrections(corrections.slice(place))) {
    const kind = correctionKinds[correction.correctionType];
    if (now === null && kind.actsOn !== 'NULL') continue;
    const corrected = kind.apply(correction, now);
    if (corrected === undefined) return { kind: 'open' };
    if (corrected === TYPE_MISMATCH) return { kind: 'mismatch' };
    now = corrected;
  }
  const grows = corrections.some(({ correctionType }) => correctionKinds[correctionType].grows);
  return grows && now !== null && isLongerThan(now, maxRecordBytes) ? { kind: 'tooLong' } : { kind: 'text', text: now };
}

function judgeValue({ field, rules, relations }: Pipeline, value: string): Judgement {
  const open = relations.map((rule) => ({ min: 0, max: ruleVerdict(rule) }) as const);
  const judged = [...rules.map((rule) => judgeRule(rule, field, value)), ...open];
  return { min: worstOf(judged.map(({ min }) => min)), max: worstOf(judged.map(({ max }) => max)) };
}

function judgeRule(rule: ValidationRule, field: Field, value: string): Judgement {
  const verdict = ruleVerdict(rule);
  const kind = ruleKinds[rule.ruleType];
  const violates = kind.judge(kind.plan(rule, field), value, field);
  if (violates === null) return { min: 0, max: verdict };
  return exactly(violates ? verdict : 0);
}

function exactly(verdict: Verdict): Judgement {
  return { min: verdict, max: verdict };
}
