import { code } from '../../emitting/code/literal.ts';
import { createTypeKind, plainExpression } from './type-kind.ts';

const toColor = (text: string) => (/^#[0-9a-f]{6}$/i.test(text) ? text.toLowerCase() : null);

/** COLOR: `#` and six hexadecimal digits. */
export const colorType = createTypeKind({
  type: 'COLOR',
  text: {
    accepts: '`#` and six hexadecimal digits',
    message: 'the same in lower case',
    typescript: '`string`',
    looks: '`#` and six hexadecimal digits',
  },
  keys: {},
  check: () => {},
  plan: () => null,
  sentence: () => 'COLOR',
  canonical: toColor,
  parse: toColor,
  write: (value) => [value, value.toUpperCase()],
  typicalTexts: () => ['#00ff7f', '#FFFFFF'],
  schema: () => ({ type: 'string', pattern: '^#[0-9a-f]{6}$' }),
  typescript: () => code`string`,
  declare: () => [],
  read: (_, text) => code`/^#[0-9a-f]{6}$/i.test(${text}) ? ${text}.toLowerCase() : null`,
  readInputValue: (_, input, scope) =>
    code`((value) => (typeof value === 'string' && !/^#[0-9a-f]{6}$/.test(value) ? undefined : value))(${scope.use('toTextValue')}(${input}))`,
  expression: plainExpression('string'),
  inBytes: () => null,
});
