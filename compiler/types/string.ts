import { code } from '../4-emit/literal.ts';
import { typeKind } from './type-kind.ts';

/** STRING: any text, blanks kept. */
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
  readGiven: (_, given, __, scope) => code`${scope.use('givenText')}(${given})`,
});
