import { type Code, code, literal } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { toDecimal, toGroupedDecimal, toScaledDecimal } from '../../kernel/values/number.ts';
import { type KeyValues } from '../shape/shape.ts';
import { groupKeys, toGroups } from './groups.ts';
import { emitNumberBytes, type NumberForm } from './number-bytes.ts';
import { createTypeKind } from './type-kind.ts';
import { character, integer, optional } from '../shape/create-shape.ts';

const keys = {
  decimalSeparator: optional(character('DECIMAL: the character before the decimals. Default: `.`.')),
  ...groupKeys,
  scale: optional(
    integer(
      'DECIMAL: the number of decimals at the end of a text of digits. With 2, `0001234` is 12.34. It cannot be combined with separators. Default: none.',
      {
        min: 0,
        max: 1000,
      },
    ),
  ),
};

/**
 * How the file writes a DECIMAL. `scaled`: digits only, and the last `scale` digits are decimals. `pointed`: with a
 * decimal separator and, unless `group` is null, a group separator.
 */
type DecimalPlan = { kind: 'scaled'; scale: number } | { kind: 'pointed'; point: string; group: string | null };

/**
 * DECIMAL: `[+-]?\d*\.?\d+` with the separators of the field, or only digits if it has a scale. The digits of the value
 * are never rounded.
 */
export const decimalType = createTypeKind({
  type: 'DECIMAL',
  keys,
  check: () => {},
  plan,
  sentence,
  demand: (decimal) =>
    decimal.kind === 'scaled' || sentence(decimal) !== 'DECIMAL'
      ? sentence(decimal)
      : 'DECIMAL with decimal separator "."',
  canonical: (text) => toDecimal(text, '.'),
  parse: (text, decimal) => {
    if (decimal.kind === 'scaled') return toScaledDecimal(text, decimal.scale);
    return decimal.group === null
      ? toDecimal(text, decimal.point)
      : toGroupedDecimal(text, decimal.point, decimal.group);
  },
  write,
  schema: (_, numbersAs) =>
    numbersAs === 'NUMBER' ? { type: 'number' } : { type: 'string', pattern: '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$' },
  typescript: () => code`string`,
  json: (numbersAs) => (numbersAs === 'NUMBER' ? 'toJsonNumber' : 'toJsonString'),
  declare: () => [],
  read,
  readInputValue: (_, input, scope) => code`${scope.use('toDecimalValue')}(${input})`,
  inBytes: (decimal, field, context) =>
    emitNumberBytes(
      { form: formOf(decimal), group: decimal.kind === 'pointed' ? decimal.group : null },
      field,
      context,
    ),
});

function plan({ scale, decimalSeparator, groupSeparator }: KeyValues<typeof keys>): DecimalPlan {
  if (scale !== undefined) return { kind: 'scaled', scale };
  return { kind: 'pointed', point: decimalSeparator ?? '.', group: groupSeparator ?? null };
}

function write(value: string, decimal: DecimalPlan): string[] {
  const [whole = '', decimals] = value.split('.');
  if (decimal.kind === 'scaled') {
    const rest = (decimals ?? '').replace(/0+$/, '');
    const digits = whole + rest.padEnd(decimal.scale, '0');
    return rest.length > decimal.scale ? [] : [digits, digits.replace(/^(-?)0+(?=\d)/, '$1')];
  }
  const fraction = decimals === undefined ? '' : decimal.point + decimals;
  return decimal.group === null ? [whole + fraction] : [whole + fraction, toGroups(whole, decimal.group) + fraction];
}

function sentence(decimal: DecimalPlan): string {
  if (decimal.kind === 'scaled')
    return decimal.scale === 0
      ? 'DECIMAL with digits only'
      : `DECIMAL with digits only, the last ${decimal.scale === 1 ? 'one is a decimal' : `${decimal.scale} are decimals`}`;
  const groups = decimal.group === null ? '' : ` and group separator ${JSON.stringify(decimal.group)}`;
  return decimal.point === '.' && groups === ''
    ? 'DECIMAL'
    : `DECIMAL with decimal separator ${JSON.stringify(decimal.point)}${groups}`;
}

function read(decimal: DecimalPlan, text: Code, scope: Scope): Code {
  if (decimal.kind === 'scaled') return code`${scope.use('toScaledDecimal')}(${text}, ${decimal.scale})`;
  if (decimal.group === null) return code`${scope.use('toDecimal')}(${text}, ${literal(decimal.point)})`;
  return code`${scope.use('toGroupedDecimal')}(${text}, ${literal(decimal.point)}, ${literal(decimal.group)})`;
}

function formOf(decimal: DecimalPlan): NumberForm {
  if (decimal.kind === 'pointed') return { kind: 'pointed', point: decimal.point };
  return decimal.scale === 0 ? { kind: 'whole' } : { kind: 'scaled', scale: decimal.scale };
}
