import { groupByField } from '../../../pipeline/1-read/group-by-field.ts';
import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { Field, Spec, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { ruleName } from '../../../pipeline/2-check/model/all-rules.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import type { ChangeFacts, ReportChange } from '../model/change.ts';
import { isNeverNull } from '../cover/correction.ts';
import { matchRules, withoutName } from './match-rules.ts';
import { createPipelines, ruleVerdict, withField } from '../model/pipeline.ts';
import { type Cover, type CoverContext, findCover } from '../cover/rule.ts';
import { type Compare, type FieldPair, isSame, type SpecPair } from '../model/spec-pair.ts';
import { describeCondition } from '../../../language/rules/condition.ts';
import { compareCondition, isRelationCovered } from './rule-condition.ts';
import { renamed } from './related-fields.ts';

/**
 * Compares the rules of each field that both specs have. Changes of types and corrections are reported separately, so
 * this comparison uses the new type and the new corrections for the old rules too.
 */
export const compareRules: Compare = (pair, report) => {
  const [before, after] = [createPipelines(pair.old.spec), createPipelines(pair.new.spec)];
  const [oldRules, newRules] = [
    groupByField(pair.old.spec.validationRules),
    groupByField(pair.new.spec.validationRules),
  ];
  for (const kept of pair.kept) {
    const now = after(kept.new.field);
    const was = before(kept.old.field);
    const { rules, relations, whenNull } = was;
    const old = withField({ ...now, rules, relations, whenNull }, kept.new.field);
    const lists = {
      oldRules: oldRules.get(kept.old.field.name) ?? [],
      newRules: newRules.get(kept.new.field.name) ?? [],
    };
    compareField({ kept, pair, old, now, was, report }, lists);
  }
};

interface Context extends CoverContext {
  readonly kept: FieldPair;
  readonly pair: SpecPair;
  readonly report: ReportChange;
}

function compareField(
  context: Context,
  { oldRules, newRules }: { oldRules: readonly ValidationRule[]; newRules: readonly ValidationRule[] },
): void {
  const { pairs, removed, added } = matchRules(oldRules, newRules, {
    kindOf: ({ ruleType }) => ruleType,
    contentOf: withoutName,
  });
  for (const rule of removed) reportRemoved(rule, context);
  for (const { old, now } of pairs) if (!isSame(old, now)) compareRule(old, now, context);
  for (const rule of added) reportAdded(rule, context);
  const places = pairs.map(({ old }) => oldRules.indexOf(old));
  if (places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0))) return;
  const { pair, kept, report } = context;
  const idsOf = (rules: readonly ValidationRule[]) => rules.map(({ ruleId }) => ruleId);
  report(
    'rules_reordered',
    'verdict',
    { field: kept.new.field.name },
    { grade: 'neutral', side: pair.new, pointer: '/validationRules', before: idsOf(oldRules), after: idsOf(newRules) },
  );
}

function reportRemoved(rule: ValidationRule, { kept, pair, report }: Context): void {
  report(
    'rule_removed',
    'verdict',
    { field: kept.new.field.name, by: ruleName(rule), asks: describeDemand(rule, kept.old.field) },
    { grade: 'compatible', side: pair.old, pointer: pointerOf(rule, pair.old.spec), before: rule },
  );
}

function reportAdded(rule: ValidationRule, context: Context): void {
  const {
    kept: {
      new: { field },
    },
    pair,
    report,
  } = context;
  const { isCovered, example } = coverOf(rule, context);
  const params = {
    field: field.name,
    by: ruleName(rule),
    asks: describeDemand(rule, field),
    severity: rule.severity ?? 'ERROR',
    isCovered,
    example,
  };
  report('rule_added', 'verdict', params, {
    grade: isCovered ? 'compatible' : 'breaking',
    side: pair.new,
    pointer: pointerOf(rule, pair.new.spec),
    after: rule,
  });
}

function compareRule(old: ValidationRule, now: ValidationRule, context: Context): void {
  const { kept, pair, report } = context;
  const field = kept.new.field.name;
  const pointer = pointerOf(now, pair.new.spec);
  const facts: ChangeFacts = { grade: 'neutral', side: pair.new, pointer };
  const by = ruleName(now);
  if (old.ruleId !== now.ruleId)
    report(
      'rule_renamed',
      'verdict',
      { before: old.ruleId, after: now.ruleId },
      { ...facts, pointer: `${pointer}/ruleId`, before: old.ruleId, after: now.ruleId },
    );
  if (!isSame(operandOf(renamed(old, pair), kept.old.field), operandOf(now, kept.new.field))) {
    const { isCovered, example } = coverOf(severityFrom(now, old), context);
    const texts = {
      field,
      by,
      before: describeDemand(old, kept.old.field),
      after: describeDemand(now, kept.new.field),
      example,
    };
    const grade = !isCovered ? 'breaking' : hasSameEffect(old, now) ? 'neutral' : 'compatible';
    report('rule_operand_changed', 'verdict', texts, {
      ...facts,
      grade,
      pointer: `${pointer}/${ruleKinds[now.ruleType].operandKey ?? ''}`,
      before: valueOf(old),
      after: valueOf(now),
    });
  }
  const isCovered = () => coverOf(severityFrom(now, old), context).isCovered;
  compareCondition({ old: renamed(old, pair), now, field, by, isCovered }, facts, report);
  compareSeverity(old, now, { context, facts, by });
  if (old.message !== now.message)
    report(
      'rule_message_changed',
      'verdict',
      { field, by },
      {
        ...facts,
        pointer: now.message === undefined ? pointer : `${pointer}/message`,
        before: old.message ?? null,
        after: now.message ?? null,
      },
    );
}

function compareSeverity(
  old: ValidationRule,
  now: ValidationRule,
  { context, facts, by }: { context: Context; facts: ChangeFacts; by: string },
): void {
  const {
    kept: {
      new: { field },
    },
    report,
  } = context;
  const [before, after] = [old.severity ?? 'ERROR', now.severity ?? 'ERROR'];
  if (before === after) return;
  const texts = { field: field.name, by, before, after };
  const change = {
    ...facts,
    pointer: now.severity === undefined ? facts.pointer : `${facts.pointer}/severity`,
    before,
    after,
  };
  if (ruleVerdict(now) < ruleVerdict(old))
    return report('rule_severity_lowered', 'verdict', texts, { ...change, grade: 'compatible' });
  const { isCovered } = coverOf(now, context);
  report(
    'rule_severity_raised',
    'verdict',
    { ...texts, isCovered },
    { ...change, grade: isCovered ? 'compatible' : 'breaking' },
  );
}

/**
 * Determines whether every value that violates the rule already had the same or a worse verdict, or cannot occur in the
 * field. If that value is null, the rule is compared with the old verdict on null.
 */
function coverOf(rule: ValidationRule, context: Context): Cover {
  const kind = ruleKinds[rule.ruleType];
  if (kind.otherField(rule) !== null || kind.expression(rule) !== null) {
    const relations = context.was.relations.map((old) => renamed(old, context.pair));
    return { isCovered: isRelationCovered(rule, relations, context.now.field), example: null };
  }
  if (!kind.checksNull) return findCover(rule, context);
  return { isCovered: ruleVerdict(rule) <= context.old.whenNull || isNeverNull(context.now), example: null };
}

/**
 * Returns the new rule, but with the old severity if the new severity is worse. A raised severity is reported
 * separately.
 */
function severityFrom(now: ValidationRule, old: ValidationRule): ValidationRule {
  return ruleVerdict(now) > ruleVerdict(old) ? { ...now, severity: old.severity ?? 'ERROR' } : now;
}

function describeDemand(rule: ValidationRule, field: Field): string {
  const kind = ruleKinds[rule.ruleType];
  const demand = kind.types.includes(field.type) ? kind.demand(kind.plan(rule, field)) : `keep ${rule.ruleType}`;
  return rule.when === undefined ? demand : `${demand} ${describeCondition(rule.when)}`;
}

function pointerOf(rule: ValidationRule, { validationRules = [] }: Spec): string {
  return pointerTo('validationRules', validationRules.indexOf(rule));
}

/** Returns a rule's operand in a form that `isSame` can compare. */
function operandOf(rule: ValidationRule, field: Field): unknown {
  const kind = ruleKinds[rule.ruleType];
  return kind.types.includes(field.type) ? kind.comparable(rule, field) : valueOf(rule);
}

/** Whether both rules are of one kind and certainly accept the same values. */
function hasSameEffect(old: ValidationRule, now: ValidationRule): boolean {
  const effect = ruleKinds[now.ruleType].effect(now);
  return old.ruleType === now.ruleType && effect !== undefined && isSame(ruleKinds[old.ruleType].effect(old), effect);
}

/** Returns the operand of a rule as written, or null if it has none. */
function valueOf(rule: ValidationRule): unknown {
  return ruleKinds[rule.ruleType].operand(rule);
}
