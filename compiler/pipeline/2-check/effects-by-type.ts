import { typeKinds } from '../../language/types/type-kinds.ts';
import type { Check } from './model/check.ts';
import { checkKeysOfKinds } from './keys-of-kinds.ts';

/** Warns of keys of a field that have no effect for its type. */
export const checkEffectsByType: Check = ({ fields }, report) => {
  for (const [index, field] of fields.entries()) {
    const reason = (types: string) => `it applies only to ${types}, but the field is ${field.type}`;
    checkKeysOfKinds({ value: field, pointer: `/fields/${index}`, kinds: typeKinds, kind: field.type, reason, report });
  }
};
