import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { check, type Diagnostic } from '../../../compiler/index.ts';
import { readSyntax } from '../../../compiler/language/expressions/model/syntax.ts';
import { loadModule } from '../../support/load-module.ts';

const BASE = [
  { name: 't', type: 'STRING' },
  { name: 'u', type: 'STRING' },
  { name: 'n', type: 'INTEGER' },
];

function specOf(value: string, more: object = {}) {
  const fields = [...BASE, { name: 'c', type: 'STRING', value }];
  return {
    text: JSON.stringify({ name: 'a', format: 'CSV', fields, ...more }),
    path: 'a.json',
    syntax: 'json' as const,
  };
}

function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => code);
}

/** Expressions that no spec may have. Each must be a diagnostic, soon and without an exception. */
const refused: readonly (readonly [title: string, value: string, code: string])[] = [
  ['10,000 parentheses', `${'('.repeat(5000)}t${')'.repeat(4999)}`, 'invalid_expression'],
  ['9,000 negations', `${'!'.repeat(9000)}t`, 'invalid_expression'],
  ['a deep row of differences', `n${' - n'.repeat(2400)}`, 'invalid_expression'],
  ['a deep chain of choices', `${'n == 1 ? t : '.repeat(700)}t`, 'invalid_expression'],
  ['a long text', `"${'x'.repeat(10_000_000)}"`, 'spec_too_large'],
  ['a number with many digits', '1'.repeat(2000), 'invalid_expression'],
  ['a number with a large exponent', '1e999999999', 'invalid_expression'],
  ['a name of a prototype', '__proto__', 'invalid_expression'],
  ['a constructor', 'constructor', 'unknown_name'],
  ['a member of a prototype', 't.__proto__', 'unknown_name'],
  ['a function of a prototype', 'toString(t)', 'unknown_function'],
  ['a method of a prototype', 't.constructor("return 1")', 'unknown_function'],
  ['a template literal', '`${t}`', 'invalid_expression'],
  ['a line separator', 't \u2028 + u', 'invalid_expression'],
  ['a pattern with a back-reference', 't.matches("(a)\\\\1") ? t : u', 'irregular_pattern'],
  ['a pattern that grows', 't.matches("((a{100}){100}){100}") ? t : u', 'pattern_too_large'],
  ['a macro', '[t].map(x, x)[0]', 'unsupported_expression'],
  ['bytes', 'b"abc"', 'unsupported_expression'],
  ['a list', '[t, u]', 'unsupported_expression'],
  ['division', 'n / 2', 'unsupported_expression'],
  ['a padding of several characters', 'padLeft(t, 10, "ab")', 'expression_type'],
  ['an unknown rounding', 'text(round(n, 2, "UP"))', 'expression_type'],
  ['a computed pattern', 't.matches(u) ? t : u', 'expression_type'],
];

for (const [title, value, code] of refused) {
  test(`${title} is a diagnostic`, () => {
    const before = performance.now();
    const codes = codesOf(check(specOf(value)));
    assert.ok(codes.includes(code), `${codes.join(', ')} instead of ${code}`);
    assert.ok(performance.now() - before < 5000);
  });
}

test('no text of a spec becomes code', async () => {
  const names = [
    '__proto__',
    'a`${process.exit()}`',
    '\u2028*/process.exit()/*',
    "'; process.exit(); '",
    'constructor',
    'file',
  ];
  const fields = names.map((name) => ({ name, type: 'STRING' }));
  const computed = names.map((name, at) => ({
    name: `c${at}`,
    type: 'STRING',
    value: `field(${JSON.stringify(name)}) + ${JSON.stringify(name)} // */ process.exit()`,
  }));
  const text = JSON.stringify({ name: 'a', format: 'CSV', columnMatch: 'POSITION', fields: [...fields, ...computed] });
  const module = await loadModule({ text, path: 'a.json', syntax: 'json' });
  for (const fast of [true, false]) {
    const transformer = module.createTransformer({ fast });
    const file = new TextEncoder().encode(`header\n${names.map((_, at) => `v${at}`).join(',')}\n`);
    const batches = [...transformer.push(file), ...transformer.end()];
    const message = JSON.parse(new TextDecoder().decode(batches[0]?.bytes)) as Record<string, unknown>;
    for (const [at, name] of names.entries()) assert.is(message[`c${at}`], `v${at}${name}`);
  }
});

/** Runs a spec on one record. Returns the code of each issue and the time in milliseconds. */
async function runOnce(
  input: ReturnType<typeof specOf>,
  cells: readonly string[],
): Promise<{ codes: string[]; ms: number }> {
  const module = await loadModule(input);
  const file = new TextEncoder().encode(`t,u,n\n${cells.join(',')}\n`);
  const before = performance.now();
  const transformer = module.createTransformer();
  const batches = [...transformer.push(file), ...transformer.end()];
  const codes = batches.flatMap(({ recordIssues }) =>
    recordIssues.flatMap(({ issues }) => issues.map(({ code }) => code)),
  );
  return { codes, ms: performance.now() - before };
}

test('a replacement that grows is bounded', async () => {
  const { codes, ms } = await runOnce(specOf('t.replace("a", u)'), ['a'.repeat(500_000), 'b'.repeat(500_000), '1']);
  assert.equal(codes, ['VALUE_NOT_COMPUTED']);
  assert.ok(ms < 2000, `${ms} ms`);
});

test('a row of fields that double is bounded', async () => {
  const fields = Array.from({ length: 60 }, (_, at) => ({
    name: `d${at}`,
    type: 'STRING',
    publish: false,
    value: at === 0 ? 't + t' : `d${at - 1} + d${at - 1}`,
  }));
  const text = JSON.stringify({ name: 'a', format: 'CSV', onTypeMismatch: 'ERROR', fields: [...BASE, ...fields] });
  const { codes, ms } = await runOnce({ text, path: 'a.json', syntax: 'json' }, ['x'.repeat(1000), '', '']);
  assert.equal(codes, ['VALUE_NOT_COMPUTED']);
  assert.ok(ms < 5000, `${ms} ms`);
});

test('a padding to a length beyond any text is bounded', async () => {
  const { codes } = await runOnce(specOf('padLeft(t, n, "0")'), ['x', '', '9'.repeat(400)]);
  assert.equal(codes, ['VALUE_NOT_COMPUTED']);
});

test('searching periodic texts takes linear time', async () => {
  const spec = specOf('t.contains(u) ? "yes" : text(t.indexOf(u)) + t.split(u)[0].replace(u, "")', {
    maxRecordBytes: 4_000_000,
  });
  const { ms } = await runOnce(spec, ['a'.repeat(400_000), `b${'a'.repeat(200_000)}`, '']);
  assert.ok(ms < 5000, `${ms} ms`);
});

test('arithmetic on many digits is refused at once', async () => {
  const spec = specOf('text(n * n)', { maxRecordBytes: 4_000_000 });
  const { codes, ms } = await runOnce(spec, ['', '', '9'.repeat(1_000_000)]);
  assert.equal(codes, ['VALUE_NOT_COMPUTED']);
  assert.ok(ms < 2000, `${ms} ms`);
});

test('readSyntax never throws', () => {
  for (let length = 0; length < 400; length++) {
    const text = Array.from({ length }, (_, at) =>
      '()[]{}"\'`?:.,+-!=&|<>x1e \\'.charAt((at * 7 + length * 3) % 27),
    ).join('');
    readSyntax(text);
  }
});

test.run();
