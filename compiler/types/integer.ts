import { code, literal } from '../code/literal.ts';
import { toGroupedInteger, toInteger } from '../kernel/values/number.ts';
import { toGroups } from './groups.ts';
import { typeKind } from './type-kind.ts';

/** The group separator of an INTEGER field, or null. */
export interface IntegerPlan {
  group: string | null;
}

/** INTEGER: `[+-]?\d+`, optionally with a group separator. The value has exactly these digits. */
export const integerType = typeKind<IntegerPlan>({
  type: 'INTEGER',
  sentence: ({ group }) =>
    group === null ? 'INTEGER' : `INTEGER with group separator ${JSON.stringify(group)}`,
  check: () => {},
  plan: ({ groupSeparator }) => ({ group: groupSeparator ?? null }),
  canonical: (text) => toInteger(text),
  parse: (text, { group }) => (group === null ? toInteger(text) : toGroupedInteger(text, group)),
  write: (value, { group }) => (group === null ? [value] : [value, toGroups(value, group)]),
  schema: (_, numbersAs) =>
    numbersAs === 'NUMBER' ? { type: 'integer' } : { type: 'string', pattern: '^-?(?:0|[1-9][0-9]*)$' },
  declare: () => [],
  read: ({ group }, text, _, scope) =>
    group === null
      ? code`${scope.use('toInteger')}(${text})`
      : code`${scope.use('toGroupedInteger')}(${text}, ${literal(group)})`,
  readInputValue: (_, given, __, scope) => code`${scope.use('toIntegerValue')}(${given})`,
});
