import {
  areNotationsApart,
  compareGroups,
  INTEGER_PATTERN,
  type NumberField,
  typicalNumbers,
} from './compare-numbers.ts';
import { type Code, code, literal } from '../../emitting/code/literal.ts';
import { TEXT_TYPE } from '../../emitting/encoders/model/logical-type.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import type { Report } from '../../diagnostics/diagnostic.ts';
import { toDecimal, toGroupedDecimal, toScaledDecimal } from '../../kernel/values/number.ts';
import type { KeyValues } from '../shape/shape.ts';
import { emitNumberBytes, type NumberForm } from './number-bytes.ts';
import {
  checkNotation,
  describeNotation,
  describeNumber,
  emitNotation,
  findReason,
  isUsualNotation,
  type Notation,
  notationKeys,
  planNotation,
  readNotation,
  writeNotation,
} from './number-notation.ts';
import { type Acceptance, createTypeKind, plainExpression, isSameKey } from './type-kind.ts';
import { character, integer, optional } from '../shape/create-shape.ts';

const keys = {
  decimalSeparator: optional(character('DECIMAL: the character before the decimals. Default: `.`.')),
  ...notationKeys,
  scale: optional(
    integer(
      'DECIMAL: the number of decimals at the end of a text of digits. With 2, `0001234` is 12.34. It cannot be combined with separators. Default: none.',
      {
        min: 0,
        max: 1000,
      },
    ),
  ),
  schemaPrecision: optional(
    integer(
      'DECIMAL: the number of digits of values in schemas of messages, such as Avro. A value with more digits is the issue VALUE_DOES_NOT_FIT in runs that publish such messages. Default: values are texts in these messages.',
      { min: 1, max: 1000 },
    ),
  ),
  schemaScale: optional(
    integer('DECIMAL: how many of the digits of `schemaPrecision` are decimals. Both keys need each other.', {
      min: 0,
      max: 1000,
    }),
  ),
};

/** The size of numbers in schemas of messages. Null: they are texts. */
interface SchemaSize {
  readonly precision: number;
  readonly scale: number;
}

/**
 * How the file writes a DECIMAL. `scaled`: digits only, and the last `scale` digits are decimals. `pointed`: with a
 * decimal separator.
 */
type DecimalPlan = { notation: Notation; size?: SchemaSize } & (
  | { kind: 'scaled'; scale: number }
  | { kind: 'pointed'; point: string }
);

/**
 * DECIMAL: `[+-]?\d*\.?\d+` with the separators of the field, or only digits if it has a scale. The digits of the value
 * are never rounded.
 */
export const decimalType = createTypeKind({
  type: 'DECIMAL',
  isNumber: 'DECIMAL',
  comparesAs: 'NUMBER',
  equalTexts: () => null,
  compareTexts(old: NumberField & { readonly type: string }, now) {
    if (areNotationsApart(old, { ...now, type: 'DECIMAL' })) return 'other';
    if (old.type === 'INTEGER') {
      if (now.scale === undefined) return compareGroups(old, now, false);
      return now.scale === 0 && old.groupSeparator === undefined ? 'same' : 'other';
    }
    return old.type === 'DECIMAL' ? compareForms(old, now) : 'other';
  },
  reportedAs: 'NOTATION',
  logicalOf: ({ size }) => (size === undefined ? TEXT_TYPE : { kind: 'decimal', ...size }),
  scaleOf: (decimal) => (decimal.kind === 'scaled' ? decimal.scale : null),
  valuePattern({ scale }) {
    if (scale === 0) return INTEGER_PATTERN;
    return scale === undefined ? `${INTEGER_PATTERN}(?:\\.\\d+)?` : `${INTEGER_PATTERN}\\.\\d{${scale}}`;
  },
  plainPattern: plainDecimals,
  acceptedPattern: (field) =>
    (field.decimalSeparator ?? '.') === '.' && field.scale === undefined
      ? '[+\\x2d]?\\d*\\.?\\d+'
      : plainDecimals(field),
  keepsTextsOf: (old, now: NumberField & { readonly type: string }) =>
    now.type === 'INTEGER' && isSameKey(old.groupSeparator, now.groupSeparator) && old.scale === undefined,
  exampleText: (value, { scale, decimalSeparator = '.' }) =>
    value.replace('.', scale === undefined ? decimalSeparator : ''),
  typicalTexts: (field) =>
    typicalNumbers(field, field.scale === undefined ? [`1${field.decimalSeparator ?? '.'}5`] : []),
  text: {
    accepts: '`[+-]?\\d*\\.?\\d+` with the separators as set, no exponent; with `scale`, digits only',
    message: 'its digits exactly: `1.10` stays `1.10`, `+007.5` is `7.5`, `.5` is `0.5`',
    typescript: '`string` of these digits',
    looks:
      'digits, with or without decimals, without an exponent; the decimal separator is `.` unless stated otherwise',
  },
  keys,
  check,
  plan,
  sentence,
  demand: (decimal) =>
    decimal.kind === 'scaled' || sentence(decimal) !== 'DECIMAL'
      ? sentence(decimal)
      : 'DECIMAL with decimal separator "."',
  canonical: (text) => toDecimal(text, '.'),
  parse: (text, decimal) => {
    const { notation } = decimal;
    const plain = readNotation(text, notation, decimal.kind === 'pointed' ? decimal.point : '');
    if (decimal.kind === 'scaled') return toScaledDecimal(plain, decimal.scale);
    return notation.group === null
      ? toDecimal(plain, decimal.point)
      : toGroupedDecimal(plain, decimal.point, notation.group);
  },
  write,
  schema: (_, numbersAs) =>
    numbersAs === 'NUMBER' ? { type: 'number' } : { type: 'string', pattern: '^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$' },
  typescript: () => code`string`,
  declare: () => [],
  read,
  readInputValue: (_, input, scope) => code`${scope.use('toDecimalValue')}(${input})`,
  expression: plainExpression('decimal'),
  inBytes: (decimal, field, context) =>
    isUsualNotation(decimal.notation)
      ? emitNumberBytes({ form: formOf(decimal), group: decimal.notation.group }, field, context)
      : null,
});

function check(field: KeyValues<typeof keys>, pointer: string, report: Report): void {
  const { decimalSeparator, scale } = field;
  if (decimalSeparator !== undefined) {
    const because =
      findReason(decimalSeparator) ?? (/^\p{White_Space}$/u.test(decimalSeparator) ? 'it is a blank' : null);
    if (because !== null)
      report('invalid_character', `${pointer}/decimalSeparator`, {
        key: 'decimalSeparator',
        value: decimalSeparator,
        because,
      });
  }
  if (scale !== undefined)
    for (const key of ['decimalSeparator', 'groupSeparator', 'exponent'] as const)
      if (field[key] !== undefined) report('scale_with_separator', `${pointer}/${key}`, { key }, { at: 'key' });
  checkSize(field, pointer, report);
  checkNotation(field, { pointer, point: scale === undefined ? (decimalSeparator ?? '.') : null, report });
}

/** Reports one of the keys for schemas without the other, and more decimals than digits. */
function checkSize(field: KeyValues<typeof keys>, pointer: string, report: Report): void {
  const { schemaPrecision: precision, schemaScale: scale } = field;
  const missing = precision === undefined ? 'schemaPrecision' : scale === undefined ? 'schemaScale' : null;
  const given = missing === 'schemaScale' ? 'schemaPrecision' : 'schemaScale';
  if (missing !== null && field[given] !== undefined)
    report('key_due', `${pointer}/${given}`, { key: missing, because: `the field has ${given}` }, { at: 'key' });
  if (precision !== undefined && scale !== undefined && scale > precision)
    report('schema_scale_too_large', `${pointer}/schemaScale`, { scale, precision });
}

function plan(field: KeyValues<typeof keys>): DecimalPlan {
  const { scale, decimalSeparator, schemaPrecision: precision, schemaScale } = field;
  const notation = planNotation(field);
  const size = precision === undefined || schemaScale === undefined ? {} : { size: { precision, scale: schemaScale } };
  if (scale !== undefined) return { kind: 'scaled', scale, notation: { ...notation, group: null }, ...size };
  return { kind: 'pointed', point: decimalSeparator ?? '.', notation, ...size };
}

function write(value: string, decimal: DecimalPlan): string[] {
  const point = decimal.kind === 'pointed' ? decimal.point : '';
  return writePlain(value, decimal).flatMap((plain) => writeNotation(plain, decimal.notation, point));
}

function writePlain(value: string, decimal: DecimalPlan): string[] {
  const [whole = '', decimals] = value.split('.');
  if (decimal.kind === 'scaled') {
    const rest = (decimals ?? '').replace(/0+$/, '');
    const digits = whole + rest.padEnd(decimal.scale, '0');
    return rest.length > decimal.scale ? [] : [digits, digits.replace(/^(-?)0+(?=\d)/, '$1')];
  }
  return [decimals === undefined ? whole : whole + decimal.point + decimals];
}

function sentence(decimal: DecimalPlan): string {
  const notation = describeNotation(decimal.notation);
  if (decimal.kind === 'scaled') {
    const last = decimal.scale === 1 ? 'one is a decimal' : `${decimal.scale} are decimals`;
    const digits = decimal.scale === 0 ? 'digits only' : `digits only, the last ${last}`;
    return describeNumber('DECIMAL', [digits, ...notation]);
  }
  if (decimal.point === '.' && notation.length === 0) return 'DECIMAL';
  return describeNumber('DECIMAL', [`decimal separator ${JSON.stringify(decimal.point)}`, ...notation]);
}

function read(decimal: DecimalPlan, text: Code, scope: Scope): Code {
  const { notation } = decimal;
  const plain = emitNotation(text, notation, { point: decimal.kind === 'pointed' ? decimal.point : '', scope });
  if (decimal.kind === 'scaled') return code`${scope.use('toScaledDecimal')}(${plain}, ${decimal.scale})`;
  if (notation.group === null) return code`${scope.use('toDecimal')}(${plain}, ${literal(decimal.point)})`;
  return code`${scope.use('toGroupedDecimal')}(${plain}, ${literal(decimal.point)}, ${literal(notation.group)})`;
}

function formOf(decimal: DecimalPlan): NumberForm {
  if (decimal.kind === 'pointed') return { kind: 'pointed', point: decimal.point };
  return decimal.scale === 0 ? { kind: 'whole' } : { kind: 'scaled', scale: decimal.scale };
}

function plainDecimals({ scale, decimalSeparator = '.' }: NumberField): string | null {
  if (scale !== undefined) return null;
  return decimalSeparator === '.' ? `${INTEGER_PATTERN}(?:\\.\\d+)?` : INTEGER_PATTERN;
}

function compareForms(old: NumberField, now: NumberField): Acceptance {
  if (old.scale !== undefined && now.scale !== undefined) return old.scale === now.scale ? 'same' : 'revalued';
  if (old.scale !== undefined) return old.scale === 0 ? 'wider' : 'other';
  if (now.scale !== undefined || (old.decimalSeparator ?? '.') !== (now.decimalSeparator ?? '.')) return 'other';
  return compareGroups(old, now, true);
}
