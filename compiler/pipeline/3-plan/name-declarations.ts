import { type Names, toSharedName } from '../../emitting/code/names.ts';
import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import type { CorrectionPlan, FieldPlan, RulePlan } from '../../language/plan/plan.ts';
import { ruleKinds } from '../../language/rules/rule-kinds.ts';

/**
 * Sets `declares` of each rule and correction: the base name of its declarations in the module. Equal declarations
 * share one name, made of the words that the names of their rules have in common. A pattern of the rules
 * `debtorIbanShape` and `creditorIbanShape` is named after `ibanShape`. Adds the chosen names to `names`.
 */
export function nameDeclarations(fields: readonly FieldPlan[], names: Names): void {
  const groups = new Map<
    string,
    { users: (RulePlan | CorrectionPlan)[]; forms: (name: string) => readonly string[] }
  >();
  const add = (user: RulePlan | CorrectionPlan, kind: string, forms: (name: string) => readonly string[]) => {
    const key = `${kind} ${JSON.stringify(user.operand)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { users: [user], forms });
    else group.users.push(user);
  };
  for (const { corrections, rules, relations } of fields) {
    for (const one of corrections) add(one, one.correctionType, correctionKinds[one.correctionType].declaredNames);
    for (const one of [...rules, ...relations]) add(one, one.ruleType, ruleKinds[one.ruleType].declaredNames);
  }
  for (const { users, forms } of groups.values()) {
    const name = names.take(toSharedName(users.map(({ declares }) => declares)), forms);
    for (const user of users) user.declares = name;
  }
}
