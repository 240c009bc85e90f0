import { isSame } from '../model/spec-pair.ts';

/** The rules (or corrections) of a field in the old and the new spec, matched with each other. */
export interface RuleMatch<Rule> {
  /** The rules that both specs have, in the order of the new spec. Their operands may differ. */
  readonly pairs: readonly { readonly old: Rule; readonly now: Rule }[];
  readonly removed: readonly Rule[];
  readonly added: readonly Rule[];
}

/**
 * Matches the rules of an old and a new spec. Rules with equal ruleId and kind are a pair. Of the other rules, two are
 * a pair if they have equal contents. `kindOf` returns the ruleType or correctionType of a rule.
 */
export function matchRules<Rule extends { readonly ruleId: string }>(
  old: readonly Rule[],
  now: readonly Rule[],
  { kindOf, contentOf }: { kindOf(rule: NoInfer<Rule>): string; contentOf(rule: NoInfer<Rule>): unknown },
): RuleMatch<Rule> {
  const byId = new Map(old.map((rule) => [rule.ruleId, rule]));
  const partners = new Map<Rule, Rule>();
  for (const rule of now) {
    const before = byId.get(rule.ruleId);
    if (before !== undefined && kindOf(before) === kindOf(rule)) partners.set(rule, before);
  }
  const taken = new Set(partners.values());
  const left = old.filter((rule) => !taken.has(rule));
  for (const rule of now.filter((one) => !partners.has(one))) {
    const found = left.findIndex((before) => isSame(contentOf(before), contentOf(rule)));
    const [alike] = found < 0 ? [] : left.splice(found, 1);
    if (alike !== undefined) partners.set(rule, alike);
  }
  const pairs = now.flatMap((rule) => {
    const before = partners.get(rule);
    return before === undefined ? [] : [{ old: before, now: rule }];
  });
  return { pairs, removed: left, added: now.filter((rule) => !partners.has(rule)) };
}

/** Returns a rule without ruleId and field. The field name is omitted because the field may have been renamed. */
export function withoutName({
  ruleId: _,
  field: __,
  ...rest
}: {
  readonly ruleId: string;
  readonly field: string;
}): object {
  return rest;
}
