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
}

export const relationDrafts: fc.Arbitrary<RelationDraft[]> = fc.array(
  fc.record({ field: pick, other: pick, operator: pick, severity: fc.nat(3), message: dial }),
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
    }));
    const kept = rules.filter((rule) => isKept(rule, fields, witnesses));
    return kept.length === 0 ? [] : [choose(kept, draft.operator)];
  });
}

function isKept(rule: Entry, fields: readonly Entry[], values: ReadonlyMap<string, string>): boolean {
  const spec = addDefaults({ fields, validationRules: [rule] });
  return spec.fields.every((field) =>
    field.rules.every((one) => !breaksRelation(one, field, { values, fields: spec.fields })),
  );
}
