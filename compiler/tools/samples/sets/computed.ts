import { isApart } from '../../../pipeline/1-read/computed-fields.ts';
import type { ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { relationFields } from '../../../language/rules/relations.ts';
import { findRecord, relatedPlaces, varyRecord } from '../oracle/find-record.ts';
import { validCells, writeRecords } from '../oracle/good-record.ts';
import { breaksOnly, isBrokenInTheMiddle } from './broken.ts';
import type { SampleContext } from './context.ts';
import type { Broken, SampleText } from './sample-set.ts';
import type { Samples } from './valid.ts';

/**
 * Creates one file for each rule that needs a computed field, and for each such field that is required. The second record
 * of a file has this violation and no other issue. `missing` lists the violations that no tried record has.
 */
export function createComputedSamples(context: SampleContext): Samples {
  const made = goalsOf(context).map((goal) => ({ goal, file: createFile(context, goal) }));
  return {
    files: made.flatMap(({ file }) => (file === null ? [] : [file])),
    missing: made.flatMap(({ goal, file }) =>
      file === null ? [{ ...goal.breaks, why: 'no tried record violates only it' }] : [],
    ),
  };
}

interface Goal {
  readonly name: string;
  readonly shows: string;
  readonly breaks: Broken & { readonly field: string };
  /** The rules whose fields are varied. */
  readonly rules: readonly ValidationRule[];
}

function goalsOf({ spec: { fields, validationRules = [] }, messages }: SampleContext): Goal[] {
  const computed = new Set(fields.filter(isApart).map(({ name }) => name));
  const needsComputed = (rule: ValidationRule) =>
    [rule.field, ...relationFields(rule).map(({ field }) => field)].some((field) => computed.has(field));
  const required = fields.filter((field) => isApart(field) && field.required === true);
  return [
    ...required.map(({ name: field }) => ({
      name: `required-${field}`,
      shows: `lacks ${field}`,
      breaks: { code: 'REQUIRED', ruleId: `required:${field}`, field },
      rules: [],
    })),
    ...validationRules.filter(needsComputed).map((rule) => ({
      name: `rule-${rule.ruleId}`,
      shows: `violates ${rule.ruleId}: ${messages.get(rule.ruleId) ?? rule.ruleType}`,
      breaks: { code: rule.ruleType, ruleId: rule.ruleId, field: rule.field },
      rules: [rule],
    })),
  ];
}

function createFile(context: SampleContext, { name, shows, breaks, rules }: Goal): SampleText | null {
  const { spec, oracle, validRecord, verdicts } = context;
  // First only the fields of the rule are varied, because few cells of each can be tried in many fields.
  const ofRule = rules.length === 0 ? [] : relatedPlaces({ ...spec, validationRules: rules });
  for (const places of [ofRule, relatedPlaces(spec)]) {
    const records = varyRecord(validRecord, places, (place) => validCells(verdicts[place] ?? new Map()));
    const found = findRecord(oracle, records, (issues) => breaksOnly(issues, breaks));
    const bytes = found === null ? null : writeRecords(oracle, [validRecord, found, validRecord]);
    if (bytes !== null && isBrokenInTheMiddle(context, bytes, breaks)) return { name, shows, bytes, breaks };
  }
  return null;
}
