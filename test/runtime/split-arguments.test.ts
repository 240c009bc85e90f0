import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { splitArguments } from '../../runtime/cli/command-line/split-arguments.ts';

const OPTIONS = { help: { type: 'boolean', short: 'h' }, json: { type: 'boolean' }, spec: { type: 'string' } } as const;

test('arguments are split as parseArgs splits them', () => {
  const arg = fc.oneof(
    fc.constantFrom(
      '--',
      '-',
      '--spec',
      '--spec=',
      '--spec=a=b',
      '--json',
      '--json=1',
      '-h',
      '-hx',
      '--help',
      '-x',
      '--no',
    ),
    fc
      .string({ unit: fc.constantFrom('-', 'a', 'h', '=', 'é', '\n', '--spec') })
      .filter((text) => !text.startsWith('--=')),
  );
  fc.assert(
    fc.property(fc.array(arg, { maxLength: 6 }), (args) => {
      const { tokens } = parseArgs({ args, options: OPTIONS, strict: false, tokens: true, allowPositionals: true });
      const expected = tokens.flatMap((token): object[] => {
        if (token.kind === 'option-terminator') return [];
        if (token.kind === 'positional') return [{ kind: 'operand', value: token.value }];
        const { name, rawName, value, inlineValue } = token;
        return [{ kind: 'option', name, rawName, value, inlineValue }];
      });
      assert.equal(
        splitArguments(args, (name) => name === 'spec'),
        expected,
      );
    }),
  );
});

test.run();
