import type { CorrectionRule, Field, Severity, Spec, ValidationRule } from '../1-read/spec-shape.ts';
import { ruleKinds } from '../rules/rule-kinds.ts';
import { settingsOf } from './settings.ts';
import { verdictOf, type Verdict, worstOf } from './severity.ts';

/** What a field's cell goes through, from its text to its verdict: all that decides, and nothing that only says it. */
export interface Pipeline {
  readonly field: Field;
  /** Texts that mean null; the empty one is among them. */
  readonly nullTexts: ReadonlySet<string>;
  readonly corrections: readonly CorrectionRule[];
  readonly onTypeMismatch: Verdict;
  /** The verdict on null. */
  readonly whenNull: Verdict;
  /** Without REQUIRED. */
  readonly rules: readonly ValidationRule[];
  readonly maxRecordBytes: number;
  /** The lengths of all PAD corrections of the spec together. */
  readonly padding: number;
}

/** Makes the pipelines of a spec's fields. */
export function createPipelines(spec: Spec): (field: Field) => Pipeline {
  const settings = settingsOf(spec);
  const corrections = byField(spec.correctionRules ?? []);
  const rules = byField(spec.validationRules ?? []);
  const padding = (spec.correctionRules ?? []).reduce((sum, one) => sum + ('padChar' in one ? one.length : 0), 0);
  return (field) => ({
    field,
    nullTexts: new Set(['', ...settings.nullValues]),
    corrections: corrections.get(field.name) ?? [],
    onTypeMismatch: verdictOf(settings.onTypeMismatch),
    whenNull: worstOf([
      ...(field.required === true ? [2 as const] : []),
      ...severitiesOf((rules.get(field.name) ?? []).filter(isRequired)),
    ]),
    rules: (rules.get(field.name) ?? []).filter((rule) => !isRequired(rule)),
    maxRecordBytes: settings.maxRecordBytes,
    padding,
  });
}

/** The worst that the rules for values can give. */
export function worstRule({ rules }: Pick<Pipeline, 'rules'>): Verdict {
  return worstOf(severitiesOf(rules));
}

/** Whether a text or null may be an issue of the field, besides one that is too long. */
export function isJudged(pipeline: Pipeline): boolean {
  return pipeline.field.type !== 'STRING' || pipeline.whenNull > 0 || worstRule(pipeline) > 0;
}

/** The verdict that breaking a rule gives. */
export function ruleVerdict({ severity = 'ERROR' }: { readonly severity?: Severity }): Verdict {
  return verdictOf(severity);
}

/** The same pipeline for a field of another type or format; rules that cannot judge it are left out. */
export function withField(pipeline: Pipeline, field: Field): Pipeline {
  return {
    ...pipeline,
    field,
    rules: pipeline.rules.filter(({ ruleType }) => ruleKinds[ruleType].types.includes(field.type)),
  };
}

/** Corrections or rules in lists, one for each field. */
export function byField<T extends { readonly field: string }>(rules: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const lists = new Map<string, T[]>();
  for (const rule of rules) {
    const list = lists.get(rule.field);
    if (list === undefined) lists.set(rule.field, [rule]);
    else list.push(rule);
  }
  return lists;
}

function severitiesOf(rules: readonly ValidationRule[]): Verdict[] {
  return rules.map(ruleVerdict);
}

function isRequired({ ruleType }: ValidationRule): boolean {
  return ruleType === 'REQUIRED';
}
