import { typeKinds } from '../../../language/types/type-kinds.ts';
import { groupByField } from '../../../pipeline/1-read/group-by-field.ts';
import type { CorrectionRule, Field, Severity, Spec, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { correctionKinds } from '../../../language/corrections/correction-kinds.ts';
import { ruleKinds } from '../../../language/rules/rule-kinds.ts';
import { isRelation } from '../../../language/rules/relations.ts';
import { settingsOf } from './settings.ts';
import { verdictOf, type Verdict, worstOf } from './severity.ts';

/** All parts of a spec that decide the verdict on a cell of one field. */
export interface Pipeline {
  readonly field: Field;
  /** Texts that mean null, including the empty text. */
  readonly nullTexts: ReadonlySet<string>;
  readonly corrections: readonly CorrectionRule[];
  readonly onTypeMismatch: Verdict;
  /** The verdict on null, from `required` and from REQUIRED rules. 0 if null is allowed. */
  readonly whenNull: Verdict;
  /** The rules of the field that need only its value, except REQUIRED. */
  readonly rules: readonly ValidationRule[];
  /** The rules of the field that need values of other fields. Whether a value breaks them is unknown. */
  readonly relations: readonly ValidationRule[];
  readonly maxRecordBytes: number;
  /** The sum of the lengths to which corrections of the whole spec fill texts, in characters. */
  readonly padding: number;
}

/** Returns a function that creates the pipeline of any field of the spec. */
export function createPipelines(spec: Spec): (field: Field) => Pipeline {
  const settings = settingsOf(spec);
  const corrections = groupByField(spec.correctionRules);
  const rules = groupByField(spec.validationRules);
  const padding = (spec.correctionRules ?? []).reduce(
    (sum, one) => sum + correctionKinds[one.correctionType].addedLength(one),
    0,
  );
  return (field) => ({
    field,
    nullTexts: new Set(['', ...settings.nullValues]),
    corrections: corrections.get(field.name) ?? [],
    onTypeMismatch: verdictOf(settings.onTypeMismatch),
    whenNull: worstOf([
      ...(field.required === true ? [verdictOf(settings.onMissingRequired)] : []),
      ...severitiesOf((rules.get(field.name) ?? []).filter((rule) => isRequired(rule) && !isRelation(rule))),
    ]),
    rules: (rules.get(field.name) ?? []).filter((rule) => !isRequired(rule) && !isRelation(rule)),
    relations: (rules.get(field.name) ?? []).filter(isRelation),
    maxRecordBytes: settings.maxRecordBytes,
    padding,
  });
}

/** Returns the worst verdict that a violation of the rules can cause, without REQUIRED. 0 if there are no rules. */
export function worstRule({ rules, relations }: Pick<Pipeline, 'rules' | 'relations'>): Verdict {
  return worstOf(severitiesOf([...rules, ...relations]));
}

/** Whether a cell of the field can get an issue other than VALUE_TOO_LONG or VALUE_TOO_COSTLY. */
export function isJudged(pipeline: Pipeline): boolean {
  return rejectsTexts(pipeline) || pipeline.whenNull > 0 || worstRule(pipeline) > 0;
}

/** Whether some texts have no value in the field, because of its type or of a correction. */
export function rejectsTexts({ field, corrections }: Pick<Pipeline, 'field' | 'corrections'>): boolean {
  const isRejecting = (correction: CorrectionRule) => {
    const kind = correctionKinds[correction.correctionType];
    return kind.mismatch(kind.plan(correction)) !== null;
  };
  return !typeKinds[field.type].isText || corrections.some(isRejecting);
}

/** Returns the verdict on a value that violates the rule. */
export function ruleVerdict({ severity = 'ERROR' }: { readonly severity?: Severity }): Verdict {
  return verdictOf(severity);
}

/** Returns the pipeline with another field. The result omits rules that do not apply to the type of this field. */
export function withField(pipeline: Pipeline, field: Field): Pipeline {
  const isApplicable = ({ ruleType }: ValidationRule) => ruleKinds[ruleType].types.includes(field.type);
  return {
    ...pipeline,
    field,
    rules: pipeline.rules.filter(isApplicable),
    relations: pipeline.relations.filter(isApplicable),
  };
}

function severitiesOf(rules: readonly ValidationRule[]): Verdict[] {
  return rules.map(ruleVerdict);
}

function isRequired({ ruleType }: ValidationRule): boolean {
  return ruleKinds[ruleType].checksNull;
}
