import {
  areNotationsApart,
  compareGroups,
  INTEGER_PATTERN,
  type NumberField,
  typicalNumbers,
} from './compare-numbers.ts';
import { code, literal } from '../../emitting/code/literal.ts';
import { TEXT_TYPE } from '../../emitting/encoders/model/logical-type.ts';
import { toGroupedInteger, toInteger } from '../../kernel/values/number.ts';
import { emitNumberBytes } from './number-bytes.ts';
import {
  checkNotation,
  describeNotation,
  describeNumber,
  emitNotation,
  isUsualNotation,
  notationKeys,
  planNotation,
  readNotation,
  writeNotation,
} from './number-notation.ts';
import { createTypeKind, plainExpression } from './type-kind.ts';

/** INTEGER: `[+-]?\d+`, or as its keys say. The digits of the value are never rounded. */
export const integerType = createTypeKind({
  type: 'INTEGER',
  isNumber: 'WHOLE',
  comparesAs: 'NUMBER',
  // An INTEGER keeps the sign of zero.
  equalTexts: (value) => (value === '0' ? ['0', '-0'] : [value]),
  recordValue: (value, integerAs, scope) =>
    code`${scope.use(integerAs === 'number' ? 'toNumber' : 'toBigInt')}(${value})`,
  compareTexts(old: NumberField & { readonly type: string }, now) {
    if (areNotationsApart(old, { ...now, type: 'INTEGER' })) return 'other';
    if (old.type === 'DECIMAL' && old.scale === 0) return now.groupSeparator === undefined ? 'same' : 'wider';
    return old.type === 'INTEGER' ? compareGroups(old, now, true) : 'other';
  },
  reportedAs: 'NOTATION',
  partOf: ['DECIMAL'],
  scaleOf: () => 0,
  logicalOf: (_, { isLong }) => (isLong ? { kind: 'long' } : TEXT_TYPE),
  valuePattern: () => INTEGER_PATTERN,
  plainPattern: () => INTEGER_PATTERN,
  acceptedPattern: () => '[+\\x2d]?\\d+',
  typicalTexts: (field) => typicalNumbers(field, []),
  text: {
    accepts: '`[+-]?\\d+`, with `groupSeparator` as set',
    message: 'its digits exactly: no `+`, no leading zeros; `-0` retains its sign',
    typescript: '`number` if its rules of ERROR or FATAL bound it within ±2^53, else `bigint`',
    looks: 'digits, with or without a sign',
  },
  keys: notationKeys,
  // The digits before an exponent may have decimals: `1.5e3`.
  check: (field, pointer, report) => checkNotation(field, { pointer, point: field.exponent ? '.' : null, report }),
  plan: planNotation,
  sentence: (notation) => describeNumber('INTEGER', describeNotation(notation)),
  canonical: (text) => toInteger(text),
  parse(text, notation) {
    const plain = readNotation(text, notation, '');
    return notation.group === null ? toInteger(plain) : toGroupedInteger(plain, notation.group);
  },
  write: (value, notation) => writeNotation(value, notation, ''),
  schema: (_, numbersAs) =>
    numbersAs === 'NUMBER' ? { type: 'integer' } : { type: 'string', pattern: '^-?(?:0|[1-9][0-9]*)$' },
  typescript: (integerAs) => (integerAs === 'number' ? code`number` : code`bigint`),
  declare: () => [],
  read(notation, text, scope) {
    const plain = emitNotation(text, notation, { point: '', scope });
    return notation.group === null
      ? code`${scope.use('toInteger')}(${plain})`
      : code`${scope.use('toGroupedInteger')}(${plain}, ${literal(notation.group)})`;
  },
  readInputValue: (_, input, scope) => code`${scope.use('toIntegerValue')}(${input})`,
  expression: plainExpression('int'),
  inBytes: (notation, field, context) =>
    isUsualNotation(notation)
      ? emitNumberBytes({ form: { kind: 'whole' }, group: notation.group }, field, context)
      : null,
});
