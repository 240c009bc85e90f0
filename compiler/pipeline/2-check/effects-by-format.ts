import { fieldKeysOfFormats, formatKinds } from '../../language/formats/format-kinds.ts';
import type { Check } from './model/check.ts';
import { checkKeysOfKinds } from './keys-of-kinds.ts';

/** Warns of keys of the spec and of its fields that have no effect in the format of the spec. */
export const checkEffectsByFormat: Check = (spec, report) => {
  const kind = spec.format;
  const reason = (formats: string) => `it applies only to ${formats}, but the format is ${kind}`;
  checkKeysOfKinds({ value: spec, pointer: '', kinds: formatKinds, kind, reason, report });
  for (const [index, value] of spec.fields.entries())
    checkKeysOfKinds({ value, pointer: `/fields/${index}`, kinds: fieldKeysOfFormats, kind, reason, report });
};
