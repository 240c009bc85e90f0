import { hasNotation } from '../../../language/types/compare-numbers.ts';
import type { Acceptance } from '../../../language/types/type-kind.ts';
import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import { findOutside } from '../languages/containment.ts';
import { type Pipeline, ruleVerdict, withField, worstRule } from '../model/pipeline.ts';
import { worstOf } from '../model/severity.ts';
import { languageOf, languageOfRule, languageOfType } from '../languages/value-language.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';

/** Compares the texts that a field accepted with those that it accepts now. */
export function compareAcceptance(old: Field, now: Field): Acceptance {
  return typeKinds[now.type].compareTexts(old, now);
}

/**
 * Whether no verdict gets worse if the field of the pipeline `old` is replaced by `now`, which has another type or
 * format. Returns false if this cannot be proved.
 */
export function isTypeCovered(old: Pipeline, now: Field): boolean {
  const next = withField(old, now);
  const worst = worstRule(next);
  switch (compareAcceptance(old.field, now)) {
    case 'same':
      return true;
    // Texts that were a type mismatch are now checked by the rules. No rule may be more severe than the type mismatch
    // was.
    case 'wider':
      return worst <= old.onTypeMismatch;
    case 'revalued':
      return worst === 0;
    default:
      return typeKinds[now.type].isText ? worst === 0 : isNarrowedBefore(old, next);
  }
}

/**
 * Whether the old rules and the old type already rejected, with the same or a worse verdict, every text that the new
 * type rejects or changes. Returns false if this cannot be proved.
 */
function isNarrowedBefore(old: Pipeline, next: Pipeline): boolean {
  const { field } = next;
  const before = typeKinds[old.field.type];
  const verdict = worstOf([next.onTypeMismatch, worstRule(next), next.whenNull]);
  if (!before.isText && (verdict > old.onTypeMismatch || !before.keepsTextsOf(old.field, field))) return false;
  const binding = old.rules.filter((rule) => ruleVerdict(rule) >= verdict);
  const type = typeKinds[field.type];
  const listed = binding.map((rule) => ruleKinds[rule.ruleType].listedValues(rule)).find((values) => values !== null);
  if (listed !== undefined && before.isText) return listed.every((text) => type.parse(text, type.plan(field)) === text);
  if (hasNotation(old.field) || hasNotation(field)) return false;
  const plain = languageOf((worstRule(next) === 0 ? type.acceptedPattern(field) : type.plainPattern(field)) ?? '[]');
  const rejected = binding.flatMap((rule) => languageOfRule(rule, old.field) ?? []);
  return (
    plain !== null &&
    findOutside(plain, [...rejected, ...[languageOfType(old.field) ?? []].flat()]).kind === 'contained'
  );
}
