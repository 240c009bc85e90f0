import type { Issue } from '../../../compiler/kernel/model/contract.ts';
import { compareDays } from './calendar.ts';
import { readDate } from './dates.ts';
import { compareDecimals } from './decimals.ts';
import { isSame, violates } from './rules.ts';
import { createIssue } from './issue.ts';
import type { Field, Rule, Spec } from './spec.ts';

/** Returns whether a rule needs the values of other fields, so that it is checked after all cells. */
export function isRelation({ kind, when }: Rule): boolean {
  return kind === 'COMPARE' || when !== null;
}

/** The values of a record by field name. */
export type Values = ReadonlyMap<string, string | null>;

/**
 * Returns the issues of all rules that need the values of several fields. `hides` returns whether the issues of a field
 * must not contain values. `earlier` are the issues of the fields.
 */
export function checkRelations(
  values: Values,
  { spec: { fields }, today, earlier }: { spec: Spec; today: string; earlier: readonly Issue[] },
  hides: (field: Field) => boolean,
): Issue[] {
  return fields.flatMap((field) =>
    field.rules
      .filter((rule) => isRelation(rule) && breaksRelation(rule, field, { values, fields, today }))
      .filter((rule) => rule.kind !== 'REQUIRED' || !isExplained(rule, field, earlier))
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

/** Returns whether an issue of the field explains why it is null, so that REQUIRED does not report it again. */
function isExplained({ severity }: Rule, { name }: Field, earlier: readonly Issue[]): boolean {
  const codes = earlier.filter(({ field }) => field === name).map(({ code }) => code);
  return codes.includes('TYPE_MISMATCH') || (severity !== 'FATAL' && codes.some((code) => /^VALUE_TOO_/u.test(code)));
}

/** Returns whether the values of a record break a rule of a field that needs several of them. */
export function breaksRelation(
  rule: Rule,
  field: Field,
  { values, fields, today }: { values: Values; fields: readonly Field[]; today: string },
): boolean {
  const value = values.get(field.name) ?? null;
  if (!applies(rule, { values, fields })) return false;
  if (rule.kind !== 'COMPARE') return violates(value, rule, { field, today });
  const other = fields.find(({ name }) => name === rule.operand('other'));
  const otherValue = other === undefined ? null : (values.get(other.name) ?? null);
  if (value === null || other === undefined || otherValue === null) return false;
  return !holds(rule.operand('operator'), compare([value, field], [otherValue, other]));
}

/** Returns whether the condition of a rule holds. */
function applies({ when }: Rule, { values, fields }: { values: Values; fields: readonly Field[] }): boolean {
  const field = fields.find(({ name }) => name === when?.field);
  if (when === null || field === undefined) return true;
  const value = values.get(field.name) ?? null;
  if (when.values === null) return (value === null) === when.isNull;
  return value !== null && when.values.some((one) => isSame(value, one, field));
}

function compare([a, field]: readonly [string, Field], [b, other]: readonly [string, Field]): number {
  if (field.type === 'DATE') {
    const [first, second] = [
      readDate(a, field.format, field.centuryStart),
      readDate(b, other.format, other.centuryStart),
    ];
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
