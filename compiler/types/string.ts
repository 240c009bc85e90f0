import { code } from '../code/literal.ts';
import { typeKind } from './type-kind.ts';

/** STRING: any text, including its blanks. */
export const stringType = typeKind<null>({
  type: 'STRING',
  sentence: () => 'STRING',
  check: () => {},
  plan: () => null,
  canonical: (text) => text,
  parse: (text) => text,
  write: (value) => [value],
  schema: () => ({ type: 'string' }),
  declare: () => [],
  read: (_, text) => text,
  readInputValue: (_, given, __, scope) => code`${scope.use('toTextValue')}(${given})`,
});
