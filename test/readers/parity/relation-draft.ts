import * as fc from 'fast-check';
import { breaksRelation } from '../oracle/relations.ts';
import { addDefaults } from '../oracle/spec.ts';
import { choose, dial, pick } from './field-draft.ts';
import type { Entry } from './rule-draft.ts';

/** The numbers that fast-check generates for a rule that needs several fields. */
export interface RelationDraft {
  field: number;
  other: number;
  operator: number;
  severity: number;
  message: number;
  when: number;
}

export const relationDrafts: fc.Arbitrary<RelationDraft[]> = fc.array(
  fc.record({ field: pick, other: pick, operator: pick, severity: fc.nat(3), message: dial, when: pick }),
  { maxLength: 3 },
);

const operators = ['=', '!=', '<', '<=', '>', '>='];
const severities = [undefined, 'WARNING', 'ERROR', 'FATAL'];
const messages = [undefined, 'wrong', 'not "right"', '${value} */ `\\`'];

/**
 * Creates rules that compare two fields of one type. Each accepts the witnesses. `witnesses` are the values of a record
 * by field name.
 */
export function createRelations(
  drafts: readonly RelationDraft[],
  fields: readonly Entry[],
  witnesses: ReadonlyMap<string, string>,
): Entry[] {
  return drafts.flatMap((draft, index) => {
    const field = choose(fields, draft.field);
    const others = fields.filter((one) => one !== field && one['type'] === field['type']);
    if (others.length === 0 || field['type'] === 'BOOLEAN') return [];
    const severity = choose(severities, draft.severity);
    const message = choose(messages, draft.message);
    const rules = operators.map((operator) => ({
      ruleId: `compare ${index}`,
      field: field['name'],
      ruleType: 'COMPARE',
      operator,
      other: choose(others, draft.other)['name'],
      ...(severity && { severity }),
      ...(message && { message }),
      ...(draft.when % 3 === 0 && { when: createCondition(draft.when, fields, witnesses) }),
    }));
    const kept = rules.filter((rule) => isKept(rule, fields, witnesses));
    return kept.length === 0 ? [] : [choose(kept, draft.operator)];
  });
}

function isKept(rule: Entry, fields: readonly Entry[], values: ReadonlyMap<string, string>): boolean {
  const spec = addDefaults({ fields, validationRules: [rule] });
  return spec.fields.every((field) =>
    field.rules.every((one) => !breaksRelation(one, field, { values, fields: spec.fields, today: '2024-02-29' })),
  );
}

/** Adds a condition to some rules of the fields. A rule without it accepts the witnesses, and so does one with it. */
export function addConditions(
  rules: readonly Entry[],
  drafts: readonly RelationDraft[],
  { fields, witnesses }: { fields: readonly Entry[]; witnesses: ReadonlyMap<string, string> },
): Entry[] {
  return rules.map((rule, index) => {
    const draft = drafts[index % 4];
    if (draft === undefined || draft.operator % 2 === 0) return rule;
    return { ...rule, when: createCondition(draft.when + index, fields, witnesses) };
  });
}

/** Returns a condition that holds for about half of the records. */
function createCondition(n: number, fields: readonly Entry[], witnesses: ReadonlyMap<string, string>): Entry {
  const field = choose(fields, n >> 2);
  const name = String(field['name']);
  const witness = witnesses.get(name) ?? '';
  const isNumber = field['type'] === 'INTEGER' || field['type'] === 'DECIMAL';
  const more = isNumber ? ['0', '5', '-1', '42'] : field['type'] === 'STRING' ? ['b', 'x y', '"', 'ul', 'é'] : [];
  const values = [...new Set([witness, ...more.slice(0, n % 6)])];
  const conditions = [{ values }, { values }, { isNull: false }, { isNull: true }];
  return { field: name, ...choose(conditions, n) };
}
