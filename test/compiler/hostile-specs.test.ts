import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';
import { loadModule } from '../support/load-module.ts';
import { readRecords } from '../support/read-records.ts';

/**
 * Specs may come from attackers. The result is a diagnostic or a correct module, never injected code and never a hang.
 */
const HOSTILE = [
  "'",
  '"',
  '`',
  '\\',
  '\\\\',
  "\\'",
  '*/',
  '/*',
  '*/ globalThis.pwned = 1; /*',
  '//',
  '${globalThis.pwned = 1}',
  '`${globalThis.pwned = 1}`',
  "'; globalThis.pwned = 1; '",
  '"; globalThis.pwned = 1; "',
  '\\u0027;globalThis.pwned=1;',
  '\u2028globalThis.pwned = 1',
  '\u2029globalThis.pwned = 1',
  '\u0000',
  '\u0085',
  '\u202e',
  '\ufeff',
  '</script><script>',
  '<!--',
  '-->',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'await',
  'class',
  'default',
  'arguments',
  'eval',
  'spec',
  'read',
  'check',
  'record',
  'values',
  'Values',
  '0',
  '1e3',
  '😀',
  'é',
  'n\u0303',
];

const load = (spec: object): Promise<SpecModule> =>
  loadModule({ text: JSON.stringify(spec), path: 'hostile.json', syntax: 'json' });

function messagesOf(module: SpecModule, text: string): string[] {
  const transformer = module.createTransformer();
  const batches = [...transformer.push(new TextEncoder().encode(text)), ...transformer.end()];
  return batches.flatMap(({ bytes, ends }) =>
    Array.from(ends, (end, index) => new TextDecoder().decode(bytes.subarray(ends[index - 1] ?? 0, end))),
  );
}

/** Writes a hostile `text` as a cell of a header. */
function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

function isClean(): boolean {
  return !('pwned' in globalThis) && !('pwned' in Object.prototype);
}

test('hostile names of fields, columns, rules and messages', async () => {
  const fields = HOSTILE.map((name, index) => ({ name, type: 'STRING', columnName: `c${name}-${index}` }));
  const validationRules = HOSTILE.map((name, index) => ({
    ruleId: `${name}|${index}`,
    field: name,
    ruleType: 'MIN_LENGTH',
    value: '2',
    message: `${name} is short`,
  }));
  const correctionRules = HOSTILE.map((name, index) => ({
    ruleId: `${name}~${index}`,
    field: name,
    correctionType: 'TRIM',
  }));
  const module = await load({
    name: 'h*/`${1}',
    description: '*/ globalThis.pwned = 1 /*',
    format: 'CSV',
    fields,
    validationRules,
    correctionRules,
    messageKey: ['__proto__', 'constructor'],
  });
  const text = `${fields.map(({ columnName }) => cell(columnName)).join()}\n${fields.map((_, index) => (index % 2 === 0 ? 'xx' : 'y')).join()}\n`;
  const [outcome] = await readRecords(module, text);
  assert.equal(Object.keys(outcome?.value ?? {}).sort(), [...HOSTILE].sort());
  assert.is(Object.getPrototypeOf(outcome?.value), Object.prototype);
  const short = HOSTILE.filter((_, index) => index % 2 === 1);
  assert.equal(
    outcome?.issues.map(({ field }) => field),
    short,
  );
  assert.equal(
    outcome?.issues.map(({ message }) => message),
    short.map((name) => `${name} is short`),
  );
  const [message = ''] = messagesOf(module, text);
  assert.is(
    message,
    `{${HOSTILE.map((name, index) => `${JSON.stringify(name)}:"${index % 2 === 0 ? 'xx' : 'y'}"`).join()}}`,
  );
  assert.ok(isClean());
});

test('hostile operands: patterns, replacements, defaults, allowed values, null values, date literals', async () => {
  const texts = HOSTILE.filter((text) => text.trim() !== '');
  for (const [index, text] of texts.entries()) {
    const literalPattern = text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    const module = await load({
      name: 'operands',
      format: 'CSV',
      hasHeader: false,
      nullValues: [`null${text}`],
      fields: ['a', 'b', 'c', 'd'].map((name) => ({ name, type: 'STRING' })),
      correctionRules: [
        { ruleId: 'default', field: 'a', correctionType: 'DEFAULT_IF_NULL', defaultValue: text },
        {
          ruleId: 'replace',
          field: 'b',
          correctionType: 'REGEX_REPLACE',
          pattern: literalPattern,
          replacement: text.replaceAll('$', '$$$$'),
        },
        { ruleId: 'pad', field: 'c', correctionType: 'PAD_LEFT', padChar: [...text][0], length: 3 },
      ],
      validationRules: [
        { ruleId: 'allowed', field: 'd', ruleType: 'ALLOWED_VALUES', value: [text, 'x', 'y', 'z'] },
        { ruleId: 'regex', field: 'd', ruleType: 'REGEX', value: `${literalPattern}|x` },
      ],
    });
    const outcomes = await readRecords(module, `,${cell(text)},z,${cell(text)}\n${cell(`null${text}`)},x,y,w\n`);
    assert.equal(
      outcomes[0]?.value,
      { a: text, b: text, c: `${[...text][0]}`.repeat(2) + 'z', d: text },
      `text ${index}`,
    );
    assert.equal(outcomes[0]?.issues, []);
    assert.is(outcomes[1]?.value?.['a'], text);
    assert.equal(
      outcomes[1]?.issues.map(({ ruleId }) => ruleId),
      ['allowed', 'regex'],
    );
  }
  assert.ok(isClean());
});

test('hostile delimiters, quotes, escapes and comments', async () => {
  for (const [delimiter, quote] of [
    ['\\', "'"],
    ["'", '\\'],
    ['`', '$'],
    ['$', '`'],
    ['/', '*'],
    ['*', '/'],
    ['\u2028', '\u2029'],
    ['😀', '😎'],
    ['"', "'"],
    ['\u0000', '\u0001'],
  ] as const) {
    const module = await load({
      name: 'dialect',
      format: 'CSV',
      delimiter,
      quote,
      fields: [
        { name: 'a', type: 'STRING' },
        { name: 'b', type: 'STRING' },
      ],
    });
    const outcomes = await readRecords(
      module,
      `a${delimiter}b\n${quote}x${delimiter}${quote}${quote}y\nz${quote}${delimiter}w\n`,
    );
    assert.equal(
      outcomes.map(({ value }) => value),
      [{ a: `x${delimiter}${quote}y\nz`, b: 'w' }],
      JSON.stringify([delimiter, quote]),
    );
  }
});

test('exponentially expanding YAML is a diagnostic', async () => {
  const lol = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join()}]`)
    .join('\n')}\nname: x\nformat: CSV\nfields: *i\n`;
  for (const text of [
    lol,
    `name: ${'['.repeat(100_000)}`,
    `${'a: {'.repeat(20_000)}`,
    '- '.repeat(100_000),
    `name: !!js/function "x"\nformat: CSV\n`,
    '&a [*a]',
    `x: ${'"'.repeat(99_999)}`,
  ]) {
    const { module, diagnostics } = await compile({ text, path: 'bomb.yaml', syntax: 'yaml' });
    assert.is(module, null);
    assert.ok(diagnostics.length > 0);
  }
});

test.run();
