import type { Field, FieldType } from '../1-read/spec-shape.ts';
import type { Check } from './check.ts';

const typesOfKeys = {
  format: ['DATE'],
  decimalSeparator: ['DECIMAL'],
  groupSeparator: ['INTEGER', 'DECIMAL'],
  scale: ['DECIMAL'],
  trueValues: ['BOOLEAN'],
  falseValues: ['BOOLEAN'],
} as const satisfies { readonly [key in keyof Field]?: readonly FieldType[] };

/** Reports keys of a field that have no effect for its type. */
export const checkEffectsByType: Check = ({ fields }, report) => {
  for (const [index, field] of fields.entries()) {
    for (const [key, types] of Object.entries(typesOfKeys)) {
      if (!Object.hasOwn(field, key) || types.some((type) => type === field.type)) continue;
      const because = `it applies only to ${types.join(', ')}, but the field is ${field.type}`;
      report('key_without_effect', `/fields/${index}/${key}`, { key, because }, { at: 'key' });
    }
  }
};
