import { run } from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../../support/load-module.ts';
import { isQuick, scaleRuns, seed } from '../../support/property.ts';
import { type Random, randomOf } from '../../support/random.ts';

/** The number of specs. Each has 12 expressions and 5 records. */
const SPECS = 200;
const EXPRESSIONS = 12;
const RECORDS = 5;

type Type = 'string' | 'int' | 'bool';
const WORDS = { string: 'STRING', int: 'INTEGER', bool: 'BOOLEAN' } as const;

/**
 * Draws an expression of texts and integers that both languages have. The reference counts positions in UTF-16 units, so
 * no character is beyond the basic plane.
 */
function draw(random: Random, type: Type, depth: number): string {
  const one = (wanted: Type) => draw(random, wanted, depth - 1);
  if (depth <= 0) {
    if (type === 'bool') return random.pick(['true', 'false', 'a == b', 'm < n']);
    if (type === 'int') return random.pick(['m', 'n', '0', '7', '(-3)', '1000']);
    return random.pick(['a', 'b', '""', '"x"', "'it\\'s'", '"ää"', '"a,b"', 'r"\\d"']);
  }
  switch (type) {
    case 'string':
      return random.pick([
        () => `(${one('string')} + ${one('string')})`,
        () => `${one('string')}.${random.pick(['trim', 'lowerAscii', 'upperAscii'])}()`,
        () => `${one('string')}.replace("a", ${one('string')})`,
        () => `${one('string')}.substring(${one('int')})`,
        () => `${one('string')}.substring(${one('int')}, ${one('int')})`,
        () => `${one('string')}.split(",")[${one('int')}]`,
        () => `(${one('bool')} ? ${one('string')} : ${one('string')})`,
        () => `{"x": "one", "a": "two"}[${one('string')}]`,
      ])();
    case 'int':
      return random.pick([
        () => `(${one('int')} ${random.pick(['+', '-', '*'])} ${one('int')})`,
        () => `-(${one('int')})`,
        () => `size(${one('string')})`,
        () => `${one('string')}.size()`,
        () => `${one('string')}.indexOf(${one('string')})`,
        () => `(${one('bool')} ? ${one('int')} : ${one('int')})`,
      ])();
    case 'bool':
      return random.pick([
        () => `(${one('int')} ${random.pick(['==', '!=', '<', '<=', '>', '>='])} ${one('int')})`,
        () => `(${one('string')} ${random.pick(['==', '!=', '<', '<=', '>', '>='])} ${one('string')})`,
        () => `(${one('string')} in [${one('string')}, "x"])`,
        () => `${one('string')}.${random.pick(['contains', 'startsWith', 'endsWith'])}(${one('string')})`,
        () => `${one('string')}.matches("[a-z]+$")`,
        () => `matches(${one('string')}, "^ä")`,
        () => `!(${one('bool')})`,
        () => `(${one('bool')} && ${one('bool')} || ${one('bool')})`,
      ])();
    default:
      return type satisfies never;
  }
}

test('a reference implementation of CEL agrees on texts and integers without nulls', async () => {
  let compared = 0;
  for (let index = 0; index < (isQuick ? 15 : scaleRuns(SPECS)); index++)
    compared += await compareSpec(randomOf(seed, index));
  // Many of the drawn expressions have a value in both.
  assert.ok(compared > (isQuick ? 300 : 4000), `${compared} values were compared`);
});

test.run();

async function compareSpec(random: Random): Promise<number> {
  const computed = Array.from({ length: EXPRESSIONS }, (_, at) => {
    const type = random.pick<Type>(['string', 'int', 'bool']);
    return { name: `c${at}`, type: WORDS[type], value: draw(random, type, 1 + random.below(3)) };
  });
  const base = [
    ...['a', 'b'].map((name) => ({ name, type: 'STRING' })),
    ...['m', 'n'].map((name) => ({ name, type: 'INTEGER' })),
  ];
  const text = JSON.stringify({ name: 'cel', format: 'CSV', onTypeMismatch: 'ERROR', fields: [...base, ...computed] });
  const module = await loadModule({ text, path: 'cel.json', syntax: 'json' });
  const rows = Array.from({ length: RECORDS }, () => ({
    a: random.pick(['x', 'a', 'ab,c', ' ä ', 'éb']),
    b: random.pick(['x', 'b', 'A,B', '\uffee']),
    m: random.below(9) - 4,
    n: random.below(100),
  }));
  const lines = rows.map(({ a, b, m, n }) => `"${a}","${b}",${m},${n}\n`);
  const transformer = module.createTransformer({ lineFeeds: true });
  const file = new TextEncoder().encode(`a,b,m,n\n${lines.join('')}`);
  const batches = [...transformer.push(file), ...transformer.end()];
  const messages = batches.flatMap(({ bytes }) => new TextDecoder().decode(bytes).split('\n').slice(0, -1));
  let compared = 0;
  for (const [at, row] of rows.entries()) {
    const message = JSON.parse(messages[at] ?? '{}') as Record<string, unknown>;
    const bindings = { a: row.a, b: row.b, m: BigInt(row.m), n: BigInt(row.n) };
    for (const { name, value } of computed) {
      const expected = evaluate(value, bindings);
      const found = message[name];
      // Where CEL has an error, such as an index that is too large, an expression here is null.
      if (expected === undefined || found === null) continue;
      compared++;
      assert.is(String(found), String(expected), `${value} with ${JSON.stringify(row)}`);
    }
  }
  return compared;
}

/** Returns the value of an expression in CEL, or undefined for an error. */
function evaluate(text: string, bindings: Record<string, string | bigint>): unknown {
  try {
    const value: unknown = run(text, bindings, { funcs: strings });
    return typeof value === 'object' ? undefined : value;
  } catch {
    return undefined;
  }
}
