import { code, literal } from '../../emitting/code/literal.ts';
import { toGroupedInteger, toInteger } from '../../kernel/values/number.ts';
import { groupKeys, toGroups } from './groups.ts';
import { emitNumberBytes } from './number-bytes.ts';
import { createTypeKind } from './type-kind.ts';

/** INTEGER: `[+-]?\d+`, optionally with a group separator. The digits of the value are never rounded. */
export const integerType = createTypeKind({
  type: 'INTEGER',
  keys: groupKeys,
  check: () => {},
  plan: ({ groupSeparator }) => ({ group: groupSeparator ?? null }),
  sentence: ({ group }) => (group === null ? 'INTEGER' : `INTEGER with group separator ${JSON.stringify(group)}`),
  canonical: (text) => toInteger(text),
  parse: (text, { group }) => (group === null ? toInteger(text) : toGroupedInteger(text, group)),
  write: (value, { group }) => (group === null ? [value] : [value, toGroups(value, group)]),
  schema: (_, numbersAs) =>
    numbersAs === 'NUMBER' ? { type: 'integer' } : { type: 'string', pattern: '^-?(?:0|[1-9][0-9]*)$' },
  typescript: (integerAs) => (integerAs === 'number' ? code`number` : code`bigint`),
  json: (numbersAs) => (numbersAs === 'NUMBER' ? 'toJsonNumber' : 'toJsonString'),
  declare: () => [],
  read: ({ group }, text, scope) =>
    group === null
      ? code`${scope.use('toInteger')}(${text})`
      : code`${scope.use('toGroupedInteger')}(${text}, ${literal(group)})`,
  readInputValue: (_, input, scope) => code`${scope.use('toIntegerValue')}(${input})`,
  inBytes: ({ group }, field, context) => emitNumberBytes({ form: { kind: 'whole' }, group }, field, context),
});
