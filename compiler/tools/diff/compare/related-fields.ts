import { groupByField } from '../../../pipeline/1-read/group-by-field.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { Field, Spec, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { ruleName } from '../../../pipeline/2-check/model/all-rules.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { isRelation, relationFields } from '../../../language/rules/relations.ts';
import { settingsOf } from '../model/settings.ts';
import { type Compare, isSame, type SpecPair } from '../model/spec-pair.ts';

/**
 * Reports the rules that need the values of several fields, if the value of such a field may differ from its old one in
 * the same file. Such a rule may then be broken where it was not before.
 */
export const compareRelatedFields: Compare = (pair, report) => {
  const rules = pair.new.spec.validationRules ?? [];
  const oldIds = new Set((pair.old.spec.validationRules ?? []).map(({ ruleId }) => ruleId));
  for (const [index, rule] of rules.entries()) {
    // A new rule is reported anyway.
    if (!isRelation(rule) || !oldIds.has(rule.ruleId)) continue;
    for (const related of new Set([rule.field, ...relationFields(rule).map(({ field }) => field)])) {
      if (!areValuesChanged(related, pair)) continue;
      report(
        'related_values_changed',
        'verdict',
        { by: ruleName(rule), field: rule.field, related },
        { grade: 'breaking', side: pair.new, pointer: pointerTo('validationRules', index) },
      );
    }
  }
};

/** Returns a rule of the old spec with the new names of the other fields that it needs. */
export function renamed(rule: ValidationRule, { kept }: SpecPair): ValidationRule {
  const nowOf = (name: string) => kept.find(({ old }) => old.field.name === name)?.new.field.name ?? name;
  const when = rule.when === undefined ? {} : { when: { ...rule.when, field: nowOf(rule.when.field) } };
  // The cast is safe: a kind returns a rule of its own.
  return { ...(ruleKinds[rule.ruleType].renameFields(rule, nowOf) as ValidationRule), ...when };
}

/** Whether the value of a field may differ from its old one in the same file. */
export function areValuesChanged(name: string, { kept, old, new: now }: SpecPair): boolean {
  const field = kept.find((one) => one.new.field.name === name);
  return field === undefined || !isSame(valueOf(field.old.field, old.spec), valueOf(field.new.field, now.spec));
}

/** Returns everything in a spec that decides the value of a field, besides its place in the file. */
function valueOf(field: Field, spec: Spec): unknown {
  const { name, required: _, sensitive: __, columnName: ___, start: ____, from: _____, ...rest } = field;
  const { nullValues, maxRecordBytes } = settingsOf(spec);
  const corrections = (groupByField(spec.correctionRules).get(name) ?? []).map(
    ({ ruleId: _, field: __, ...correction }) => correction,
  );
  return { rest, nullValues, corrections, limit: corrections.length > 0 ? maxRecordBytes : null };
}
