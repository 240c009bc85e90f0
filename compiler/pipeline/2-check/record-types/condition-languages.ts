import type { ConditionPlan } from '../../../language/plan/condition-plan.ts';
import {
  conditionsOf,
  defaultLength,
  planConditions,
  type RecordWhen,
} from '../../../language/formats/model/record-when.ts';
import { type CellLanguage, createCellLanguage, findLine } from '../../../emitting/patterns/cell-language.ts';
import { planMatcher } from '../../../emitting/patterns/plan-matcher.ts';

/** The conditions of a type or of other lines, if the checks of the format report none of them. */
export interface Conditions {
  readonly plans: readonly ConditionPlan[];
  /** Whether they select columns. Otherwise they select characters. */
  readonly byColumn: boolean;
}

/** Returns the conditions of `when`. Null if one has no place or an invalid pattern, which the format reports. */
export function conditionsIn(when: RecordWhen, byColumn: boolean): Conditions | null {
  const written = conditionsOf(when).map(({ condition }) => condition);
  const isValid = written.every(
    ({ column, start, length, ...texts }) =>
      (byColumn ? column !== undefined : start !== undefined && (length ?? defaultLength(texts)) !== undefined) &&
      (texts.pattern === undefined || planMatcher(texts.pattern).kind === 'ok'),
  );
  return isValid ? { plans: planConditions(when), byColumn } : null;
}

/**
 * Returns the values of the first conditions in a line that satisfies all conditions of both. Returns null if there is
 * no such line.
 */
export function findShared(one: Conditions, other: Conditions): { value: string; otherValue: string } | null {
  const texts = new Map<string, (plan: ConditionPlan) => string>();
  for (const [place, plans] of groupByPlace([...one.plans, ...other.plans], one.byColumn)) {
    const found = findLine(
      plans.map((plan) => languageOf(plan, one.byColumn)),
      plans.map(() => true),
    );
    if (found === null) return null;
    texts.set(place, ({ start, length }) => found.textAt(one.byColumn ? 1 : start, one.byColumn ? Infinity : length));
  }
  const textOf = ([plan]: readonly ConditionPlan[]) =>
    plan === undefined ? '' : (texts.get(placeOf(plan, one.byColumn))?.(plan) ?? '');
  return { value: textOf(one.plans), otherValue: textOf(other.plans) };
}

/** Returns whether each line that satisfies all conditions of `type` satisfies those of `lines`, too. */
export function isCovered(type: Conditions, lines: Conditions): boolean {
  const own = groupByPlace(type.plans, type.byColumn);
  return lines.plans.every((plan) => {
    const plans = own.get(placeOf(plan, type.byColumn)) ?? [];
    const languages = [...plans, plan].map((one) => languageOf(one, type.byColumn));
    return findLine(languages, [...plans.map(() => true), false]) === null;
  });
}

/** Conditions for different columns do not concern each other. Those for characters may overlap. */
function groupByPlace(plans: readonly ConditionPlan[], byColumn: boolean): Map<string, ConditionPlan[]> {
  const groups = new Map<string, ConditionPlan[]>();
  for (const plan of plans) {
    const place = placeOf(plan, byColumn);
    groups.set(place, [...(groups.get(place) ?? []), plan]);
  }
  return groups;
}

function placeOf({ column }: ConditionPlan, byColumn: boolean): string {
  return byColumn ? column : '';
}

function languageOf({ start, length, values, startsWith, pattern }: ConditionPlan, byColumn: boolean): CellLanguage {
  const place = byColumn ? { start: 1, length: Infinity } : { start, length };
  return createCellLanguage({ ...place, values, startsWith, pattern: pattern?.matcher ?? null });
}
