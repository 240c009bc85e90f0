import { code } from '../../../emitting/code/literal.ts';
import { declaredMask, kindOf, type MaskPlan } from '../../masks/mask-kinds.ts';
import type { Expression } from '../model/expression.ts';
import { createFunction } from './function.ts';

/** The function with which expressions of computed fields read masked fields. No user can write its name. */
export const maskFunction = createFunction({
  name: '_.mask()',
  signature: '',
  doc: '',
  parameters: [{ name: 'text', types: ['string'] }],
  result: 'string',
  declaredNames: (name) => [declaredMask(name).source],
  declare(operand, name, scope) {
    const mask = operand as MaskPlan;
    const value = kindOf(mask).declare(mask.operand, scope);
    return value === null ? [] : [code`const ${declaredMask(name)} = ${value};`];
  },
  emit({ args: [text = code`null`], operand, declares, record, scope }) {
    const mask = operand as MaskPlan;
    return kindOf(mask).emit(mask.operand, { text, declared: declaredMask(declares), record, scope });
  },
  sentence([field = ''], operand) {
    const mask = operand as MaskPlan;
    return `${field} as ${kindOf(mask).sentence(mask.operand)}`;
  },
});

/** Returns the masked text of a field. Its text is that of the message, such as a DATE in its own format. */
export function maskedField(field: Expression & { readonly kind: 'field' }, operand: MaskPlan): Expression {
  const call = { kind: 'call', type: 'string', declares: '' } as const;
  const text: Expression =
    field.type === 'bool'
      ? { ...call, name: 'text', args: [field], operand: null }
      : { ...field, type: 'string', isText: true };
  return { ...call, name: maskFunction.name, args: [text], operand };
}
