import { correctionKinds } from '../../language/corrections/correction-kinds.ts';
import type { CorrectionType, FieldType, RuleType } from '../1-read/spec-shape.ts';
import { ruleKinds } from '../../language/rules/rule-kinds.ts';
import { allRules } from './model/all-rules.ts';
import type { Check } from './model/check.ts';

/** Reports corrections and rules that do not apply to the type of their field. */
export const checkTypesOfRules: Check = (spec, report) => {
  const fields = new Map(spec.fields.map((field) => [field.name, field]));
  for (const { field: name, kind, by, kindPointer } of allRules(spec)) {
    const field = fields.get(name);
    const types = typesOf(kind);
    if (field === undefined || types.includes(field.type)) continue;
    report('rule_not_for_type', kindPointer, { by, kind, field: name, type: field.type, types });
  }
};

function typesOf(kind: CorrectionType | RuleType): readonly FieldType[] {
  const kinds: Readonly<Record<CorrectionType | RuleType, { readonly types: readonly FieldType[] }>> = {
    ...correctionKinds,
    ...ruleKinds,
  };
  return kinds[kind].types;
}
