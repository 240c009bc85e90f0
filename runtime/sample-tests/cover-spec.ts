import { compileCorrectionSteps, numberOfEach, type Spec } from '../../compiler/index.ts';
import { loadEsm } from '../registry/compile/load-module.ts';
import { type Coverage, createCoverage, coverCorrections, coverRules, type RuleName, type Sample } from './coverage.ts';
import type { TestedSpec } from './test-spec.ts';

/** A rule or correction that no sample shows at work. */
export interface Unexercised {
  readonly kind: 'rule' | 'correction';
  readonly ruleId: string;
  readonly field: string;
  /** In words: `never broken`. */
  readonly why: string;
}

export interface SpecCoverage {
  /** How many rules and corrections there are; a `required: true` is a rule. */
  readonly rules: number;
  readonly corrections: number;
  readonly unexercised: readonly Unexercised[];
}

/**
 * Which rules and corrections the samples of a spec exercise: a rule, where one record breaks it and another keeps it; a
 * correction, where it changes something. Throws the system's errors.
 */
export async function coverSpec({ spec, module }: TestedSpec, samples: readonly Sample[]): Promise<SpecCoverage> {
  const coverage = createCoverage();
  const rules = rulesOf(spec);
  const corrections = numberOfEach(spec.correctionRules ?? []);
  const steps =
    samples.length === 0 || corrections.length === 0
      ? []
      : await Promise.all((await compileCorrectionSteps(spec)).map(loadEsm));
  for (const sample of samples) {
    await coverRules(coverage, { module, rules, sample });
    if (steps.length > 0) await coverCorrections(coverage, { steps, corrections, sample });
  }
  const unexercised = [
    ...rules.flatMap((rule) => checkRule(rule, coverage)),
    ...corrections.flatMap(({ correction }) => checkCorrection(correction, coverage)),
  ];
  return { rules: rules.length, corrections: corrections.length, unexercised };
}

function rulesOf({ fields, validationRules = [] }: Spec): RuleName[] {
  const required = fields
    .filter((field) => field.required === true)
    .map(({ name }) => ({ ruleId: `required:${name}`, field: name }));
  return [...required, ...validationRules.map(({ ruleId, field }) => ({ ruleId, field }))];
}

function checkRule({ ruleId, field }: RuleName, { violated, satisfied }: Coverage): Unexercised[] {
  const why = violated.has(ruleId) ? 'never kept' : satisfied.has(ruleId) ? 'never broken' : 'never asked';
  return violated.has(ruleId) && satisfied.has(ruleId) ? [] : [{ kind: 'rule', ruleId, field, why }];
}

function checkCorrection({ ruleId, field }: RuleName, { corrected }: Coverage): Unexercised[] {
  return corrected.has(ruleId) ? [] : [{ kind: 'correction', ruleId, field, why: 'changed nothing' }];
}
