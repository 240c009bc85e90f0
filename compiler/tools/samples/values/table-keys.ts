import type { Spec } from '../../../pipeline/1-read/spec-shape.ts';
import { isComputed } from '../../../pipeline/1-read/computed-fields.ts';
import { compileExpression } from '../../../language/expressions/compile-expression.ts';
import { functionOf } from '../../../language/expressions/functions/functions.ts';
import { visit } from '../../../language/expressions/model/expression.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';

/** Returns some keys of a reference table. */
export type KeysOf = (table: string) => readonly string[];

/** Returns the keys that values of each field may be: those of the tables in which rules and expressions look them up. */
export function findTableKeys(spec: Spec, keysOf: KeysOf): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const tables = Object.keys(spec.reference ?? {});
  if (tables.length === 0) return found;
  const add = (field: string, table: string) => found.set(field, [...(found.get(field) ?? []), ...keysOf(table)]);
  const fields = new Map(spec.fields.map(({ name, type }) => [name, typeKinds[type].expression.type]));
  const rules = spec.validationRules ?? [];
  for (const rule of rules) {
    const table = ruleKinds[rule.ruleType].tableOf(rule);
    if (table !== null) add(rule.field, table);
  }
  const texts = [
    ...spec.fields.flatMap((field) => (isComputed(field) ? [field.value] : [])),
    ...rules.flatMap((rule) => ruleKinds[rule.ruleType].expression(rule) ?? []),
  ];
  for (const text of texts) {
    const { expression } = compileExpression(text, { fields, tables }, '');
    if (expression === null) continue;
    visit(expression, (part) => {
      const used = part.kind === 'call' ? functionOf(part).tableOf?.(part.operand) : undefined;
      const key = part.kind === 'call' ? part.args[0] : undefined;
      if (used !== undefined && key?.kind === 'field') add(key.field, used.table);
    });
  }
  return found;
}
