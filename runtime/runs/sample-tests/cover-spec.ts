import {
  type AnySpec,
  compileCorrectionSteps,
  hasRecordTypes,
  numberOfEach,
  type Spec,
  textsOf,
  viewRecordTypes,
} from '../../../compiler/index.ts';
import { loadEsm } from '../../state/registry/compile/load-esm.ts';
import {
  type Coverage,
  createCoverage,
  coverCorrections,
  coverFileRules,
  coverRules,
  nameOf,
  type RuleName,
  type Sample,
} from './coverage.ts';
import type { TestedSpec } from './test-spec.ts';

/** A rule or correction that no sample exercises, as defined for coverSpec(). */
export interface Unexercised {
  readonly kind: 'rule' | 'correction';
  readonly ruleId: string;
  readonly field: string;
  /** The reason in words, for example `no record violates it`. */
  readonly why: string;
}

/** Which rules and corrections of a spec its samples exercise. */
export interface SpecCoverage {
  /**
   * Number of rules, including one for each field with `required: true`. `corrections` is the number of corrections.
   */
  readonly rules: number;
  readonly corrections: number;
  readonly unexercised: readonly Unexercised[];
}

/**
 * Finds the rules and corrections of a spec that the samples do not exercise. Samples exercise a rule if at least one
 * record violates it and at least one satisfies it. They exercise a correction if it changes the value of at least one
 * record in which the corrected field has no issue. Throws the system's errors.
 */
export async function coverSpec({ spec, module }: TestedSpec, samples: readonly Sample[]): Promise<SpecCoverage> {
  const coverage = createCoverage();
  const rules = rulesOf(spec);
  const fileRules = fileRulesOf(spec);
  const corrections = numberOfEach(spec);
  const steps =
    samples.length === 0 || corrections.length === 0
      ? []
      : await Promise.all((await compileCorrectionSteps(spec)).map(loadEsm));
  for (const sample of samples) {
    await coverRules(coverage, { module, rules, sample });
    if (fileRules.length > 0)
      await coverFileRules(coverage, { module, ruleIds: fileRules.map(({ ruleId }) => ruleId), sample });
    if (steps.length > 0) await coverCorrections(coverage, { steps, corrections, sample });
  }
  const unexercised = [
    ...[...rules, ...fileRules].flatMap((rule) => checkRule(rule, coverage)),
    ...corrections.flatMap(({ correction }) => checkCorrection(correction, coverage)),
  ];
  return { rules: rules.length + fileRules.length, corrections: corrections.length, unexercised };
}

function rulesOf(spec: AnySpec): RuleName[] {
  if (!hasRecordTypes(spec)) return rulesOfType(spec);
  return viewRecordTypes(spec).flatMap((view, index) => {
    const recordType = spec.recordTypes[index]?.name ?? '';
    return rulesOfType(view).map((rule) => ({ ...rule, recordType }));
  });
}

function rulesOfType({ fields, validationRules = [] }: Spec): RuleName[] {
  const required = fields
    .filter((field) => field.required === true)
    .map(({ name }) => ({ ruleId: `required:${name}`, field: name }));
  return [...required, ...validationRules.map(({ ruleId, field }) => ({ ruleId, field }))];
}

/** Returns the rules of the file, with what they compare in place of a field. */
function fileRulesOf(spec: AnySpec): RuleName[] {
  if (!hasRecordTypes(spec)) return [];
  return (spec.fileRules ?? []).map(({ ruleId, of }) => ({ ruleId, field: textsOf(of).join(', ') }));
}

function checkRule(rule: RuleName, { violated, satisfied }: Coverage): Unexercised[] {
  const { ruleId, field } = rule;
  const name = nameOf(rule);
  const why = violated.has(name)
    ? 'no record satisfies it'
    : satisfied.has(name)
      ? 'no record violates it'
      : 'no record has a value to check';
  return violated.has(name) && satisfied.has(name) ? [] : [{ kind: 'rule', ruleId, field, why }];
}

function checkCorrection({ ruleId, field }: RuleName, { corrected }: Coverage): Unexercised[] {
  return corrected.has(nameOf({ ruleId })) ? [] : [{ kind: 'correction', ruleId, field, why: 'it changes nothing' }];
}
