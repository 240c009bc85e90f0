import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileFilePattern, InvalidPattern } from '../../runtime/base/files/file-pattern.ts';

const MATCHES: readonly [pattern: string, matching: readonly string[], others: readonly string[]][] = [
  ['*', ['', 'a', '.hidden'], []],
  ['claims-*.csv{,.gz}', ['claims-1.csv', 'claims-.csv.gz'], ['claims-1.csv.zip', 'Claims-1.csv', 'xclaims-1.csv']],
  ['?.txt', ['a.txt', '€.txt', '😀.txt'], ['.txt', 'ab.txt']],
  ['[a-c]*[!0-9]', ['ax', 'bxy'], ['a1', 'dx', 'a']],
  ['{a,b{1,2}}.csv', ['a.csv', 'b1.csv', 'b2.csv'], ['b.csv', 'ab.csv']],
  ['a\\*b', ['a*b'], ['axb']],
  ['**a**', ['a', 'bab'], ['b']],
  ['*.*.*', ['a.b.c', '..'], ['a.b']],
];

for (const [pattern, matching, others] of MATCHES) {
  test(`the pattern ${pattern}`, () => {
    const matches = compileFilePattern(pattern);
    assert.equal([...matching, ...others].filter(matches), [...matching]);
  });
}

for (const pattern of ['{a', '[a', 'a\\', 'x'.repeat(501), '{a,b}'.repeat(7)]) {
  test(`the pattern ${pattern.slice(0, 20)} is rejected`, () => {
    assert.throws(
      () => compileFilePattern(pattern),
      (error: unknown) => error instanceof InvalidPattern,
    );
  });
}

test('a pattern of many stars takes time in proportion to the name', () => {
  const matches = compileFilePattern(`${'*a'.repeat(200)}b`);
  const started = process.cpuUsage().user;
  assert.is(matches('a'.repeat(20_000)), false);
  // Backtracking over every star would take longer than the age of the universe.
  assert.ok(process.cpuUsage().user - started < 5_000_000);
});

test.run();
