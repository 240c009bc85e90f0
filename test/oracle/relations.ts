import type { Issue } from '../../compiler/kernel/model/contract.ts';
import { compareDays } from './calendar.ts';
import { readDate } from './dates.ts';
import { compareDecimals } from './decimals.ts';
import { createIssue } from './issue.ts';
import type { Field, Rule, Spec } from './spec.ts';

/** Returns whether a rule needs the values of other fields, so that it is checked after all cells. */
export function isRelation({ kind }: Rule): boolean {
  return kind === 'COMPARE';
}

/** The values of a record by field name. */
export type Values = ReadonlyMap<string, string | null>;

/**
 * Returns the issues of all rules that need the values of several fields. `hides` returns whether the issues of a field
 * must not contain values.
 */
export function checkRelations(values: Values, { fields }: Spec, hides: (field: Field) => boolean): Issue[] {
  return fields.flatMap((field) =>
    field.rules
      .filter((rule) => isRelation(rule) && breaksRelation(rule, field, { values, fields }))
      .map((rule) =>
        createIssue(rule.kind, {
          field,
          severity: rule.severity,
          text: values.get(field.name) ?? null,
          hidden: hides(field),
          rule,
        }),
      ),
  );
}

/** Returns whether the values of a record break a rule of a field that needs several of them. */
export function breaksRelation(
  rule: Rule,
  field: Field,
  { values, fields }: { values: Values; fields: readonly Field[] },
): boolean {
  const value = values.get(field.name) ?? null;
  const other = fields.find(({ name }) => name === rule.operand('other'));
  const otherValue = other === undefined ? null : (values.get(other.name) ?? null);
  if (value === null || other === undefined || otherValue === null) return false;
  return !holds(rule.operand('operator'), compare([value, field], [otherValue, other]));
}

function compare([a, field]: readonly [string, Field], [b, other]: readonly [string, Field]): number {
  if (field.type === 'DATE') {
    const [first, second] = [readDate(a, field.format), readDate(b, other.format)];
    if (first === null || second === null) throw new Error(`${a} or ${b} reached a COMPARE, but is not a date`);
    return compareDays(first.day, second.day);
  }
  return field.type === 'STRING' ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : compareDecimals(a, b);
}

function holds(operator: string, compared: number): boolean {
  switch (operator) {
    case '=':
      return compared === 0;
    case '!=':
      return compared !== 0;
    case '<':
      return compared < 0;
    case '<=':
      return compared <= 0;
    case '>':
      return compared > 0;
    case '>=':
      return compared >= 0;
    default:
      throw new Error(`no operator is called ${operator}`);
  }
}
