import { code } from '../../emitting/code/literal.ts';
import { emitStringBytes } from './string-bytes.ts';
import { createTypeKind, plainExpression } from './type-kind.ts';

/** STRING: any text. Blanks belong to the value. */
export const stringType = createTypeKind({
  type: 'STRING',
  isText: true,
  comparesAs: 'TEXT',
  compareTexts: (old) => (old.type === 'STRING' ? 'same' : 'other'),
  typicalTexts: () => ['a', ' a', ''],
  text: {
    accepts: 'any text',
    message: 'a string',
    typescript: '`string`',
    looks: 'any text',
  },
  keys: {},
  check: () => {},
  plan: () => null,
  sentence: () => 'STRING',
  canonical: (text) => text,
  parse: (text) => text,
  write: (value) => [value],
  schema: () => ({ type: 'string' }),
  typescript: () => code`string`,
  declare: () => [],
  read: (_, text) => text,
  readInputValue: (_, input, scope) => code`${scope.use('toTextValue')}(${input})`,
  expression: plainExpression('string'),
  inBytes: (_, field, context) => emitStringBytes(field, context),
});
