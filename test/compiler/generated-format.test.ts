import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatModule } from '../../compiler/emitting/code/format/wrap-lines.ts';

// generated-format.slow.test.ts formats the modules of all samples.

const a = 'a'.repeat(50);
const b = 'b'.repeat(50);
const c = 'c'.repeat(50);

for (const [title, line, expected] of [
  ['a call', `  f('${a}', '${b}', ${c});`, `  f(\n    '${a}',\n    '${b}',\n    ${c},\n  );`],
  [
    'an object',
    `const x: Rule = { ...y, a: '${a}', b: '${b}' };`,
    `const x: Rule = {\n  ...y,\n  a: '${a}',\n  b: '${b}',\n};`,
  ],
  ['a text with a comma', `const x = f(', ${a}', "('${b}", y);`, `const x = f(\n  ', ${a}',\n  "('${b}",\n  y,\n);`],
  [
    'a condition',
    `  if (${a} || ${b} || !f(${c})) return -1;`,
    `  if (\n    ${a} ||\n    ${b} ||\n    !f(${c})\n  )\n    return -1;`,
  ],
  ['a statement after a condition', `  if (${a}) ${b}(${c});`, `  if (${a})\n    ${b}(${c});`],
  ['a result', `  return ${a} && ${b} && ${c};`, `  return (\n    ${a} &&\n    ${b} &&\n    ${c}\n  );`],
  [
    'numbers',
    `const x = [${'1000000, '.repeat(16)}1];`,
    `const x = [\n  ${Array(13).fill('1000000').join(', ')},\n  1000000, 1000000, 1000000, 1,\n];`,
  ],
  ['a doc line', `/** ${a} ${b} ${c}. */`, `/**\n * ${a} ${b}\n * ${c}.\n */`],
  ['a comment after a statement', `  if (${a}) ${b}(${c}); // 1`, `  if (${a})\n    ${b}(${c}); // 1`],
] as const)
  test(`${title} that is too long is wrapped`, () => {
    assert.is(formatModule(line), expected);
  });

test('two blank lines become one, and blocks neither begin nor end with one', () => {
  assert.is(formatModule('a;\n\n\nfunction f(): void {\n\n  b;\n\n}\n'), 'a;\n\nfunction f(): void {\n  b;\n}\n');
});

test.run();
