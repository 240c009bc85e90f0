import type { Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { type Condition, describeCondition } from '../../../language/rules/condition.ts';
import { isCoveredBy } from '../cover/rule.ts';
import type { ChangeFacts, ReportChange } from '../model/change.ts';
import { ruleVerdict } from '../model/pipeline.ts';
import { isSame } from '../model/spec-pair.ts';

/** A rule in both states of a spec. */
interface RulePair {
  /** The old rule, with the new names of the other fields that it needs. */
  readonly old: ValidationRule;
  readonly now: ValidationRule;
  /** The new name of the field. */
  readonly field: string;
  /** The name of the rule in messages. */
  readonly by: string;
  /** Returns whether every violation of the new rule already had the same or a worse verdict. */
  isCovered(): boolean;
}

/** Reports a change of the condition of a rule. */
export function compareCondition(
  { old, now, field, by, isCovered }: RulePair,
  facts: ChangeFacts,
  report: ReportChange,
): void {
  const [before, after] = [old.when ?? null, now.when ?? null];
  if (isSame(before, after)) return;
  const describe = (when: Condition | null) => (when === null ? 'always' : describeCondition(when));
  report(
    'rule_condition_changed',
    'verdict',
    { field, by, before: describe(before), after: describe(after) },
    {
      ...facts,
      grade: isConditionNarrower(before, after) || isCovered() ? 'compatible' : 'breaking',
      pointer: after === null ? facts.pointer : `${facts.pointer}/when`,
      before,
      after,
    },
  );
}

/** Whether an old rule that needs other fields, of the same severity or worse, implies a rule that needs other fields. */
export function isRelationCovered(rule: ValidationRule, relations: readonly ValidationRule[], field: Field): boolean {
  return relations.some(
    (old) =>
      ruleVerdict(old) >= ruleVerdict(rule) &&
      isCoveredBy(rule, old, field) &&
      isConditionNarrower(old.when ?? null, rule.when ?? null),
  );
}

/** Whether a condition holds only for records for which the old condition holds. */
function isConditionNarrower(old: Condition | null, now: Condition | null): boolean {
  if (old === null) return true;
  if (now === null || old.field !== now.field) return false;
  if (old.isNull === false && now.values !== undefined) return true;
  return old.values !== undefined && now.values !== undefined && now.values.every((one) => old.values?.includes(one));
}
