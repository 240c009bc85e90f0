import { allRules } from '../model/all-rules.ts';
import { viewRecordTypes } from '../../1-read/record-views.ts';
import type { TypesCheck } from './check.ts';

/** Reports record types with an invalid name, or with the name of another type. */
export const checkTypeNames: TypesCheck = ({ recordTypes }, report) => {
  const first = new Map<string, number>();
  for (const [index, { name }] of recordTypes.entries()) {
    const pointer = `/recordTypes/${index}/name`;
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) report('invalid_record_type_name', pointer, { name });
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, index);
    else report('duplicate_record_type', pointer, { name }, { seeAlso: `/recordTypes/${earlier}/name` });
  }
};

/** Reports corrections and rules of different types with the same ruleId. */
export const checkRuleIdsOfTypes: TypesCheck = (spec, report) => {
  const first = new Map<string, { type: number; pointer: string }>();
  for (const [type, view] of viewRecordTypes(spec).entries()) {
    for (const { ruleId, pointer } of allRules(view)) {
      const place = { type, pointer: `/recordTypes/${type}${pointer}/ruleId` };
      const earlier = first.get(ruleId);
      if (earlier === undefined) first.set(ruleId, place);
      // The checks of a type report rules of the same type.
      else if (earlier.type !== type)
        report('duplicate_rule_id', place.pointer, { ruleId }, { seeAlso: earlier.pointer });
    }
  }
};

const contentKeys = ['recordWhen', 'recordPath', 'messageKey', 'correctionRules', 'validationRules'] as const;

/** Reports keys at the top level that belong into the record types. */
export const checkTopLevelKeys: TypesCheck = (spec, report) => {
  for (const key of contentKeys) {
    if (spec[key] !== undefined) report('not_with_record_types', `/${key}`, { key }, { at: 'key' });
  }
};
