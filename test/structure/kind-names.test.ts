import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encoderNames, formatNames } from '../../compiler/formats.ts';
import { correctionKinds } from '../../compiler/language/corrections/correction-kinds.ts';
import { ruleKinds } from '../../compiler/language/rules/rule-kinds.ts';
import { typeKinds } from '../../compiler/language/types/type-kinds.ts';
import { findSources, ROOT } from './imports.ts';

/** The names of the kinds, and the folder in which they may be compared. */
const families: readonly { folder: string; names: readonly string[] }[] = [
  { folder: 'compiler/language/formats/', names: formatNames },
  { folder: 'compiler/language/types/', names: Object.keys(typeKinds) },
  { folder: 'compiler/language/rules/', names: Object.keys(ruleKinds) },
  { folder: 'compiler/language/corrections/', names: Object.keys(correctionKinds) },
  { folder: 'compiler/emitting/encoders/', names: encoderNames },
];

/** Where a text that equals the name of a kind may be compared, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'compiler/tools/infer/':
    'infer drafts fields, rules and corrections of the kinds that it can recognize, and knows only these',
  'compiler/tools/import-odcs/':
    'contracts have the types and limits of their standard: import drafts the kinds that express them',
  'compiler/tools/diff/model/change-texts/fields.ts': 'STRING is a value of numbersAs',
  'runtime/connector/database/mariadb-rows.ts': 'TIMESTAMP is a type of columns in MariaDB',
  'runtime/sink/file/file-sink.ts': 'CSV is the form of a file that a run writes',
};

/** Returns the comparisons of a text with one of the names, as `line: source`. */
function findComparisons(text: string, names: readonly string[]): string[] {
  const name = `'(?:${names.join('|')})'`;
  const comparison = new RegExp(
    `[!=]== ${name}|${name} [!=]==|\\bcase ${name}:|\\[(?:'[A-Z_]+', )*${name}[^\\]]*\\]\\.includes\\(|\\.includes\\(${name}\\)`,
  );
  // STRING is also a value of numbersAs.
  const others = /numbersAs [!=]== 'STRING'/g;
  return text
    .split('\n')
    .flatMap((line, at) => (comparison.test(line.replaceAll(others, '')) ? [`${at + 1}: ${line.trim()}`] : []));
}

test('the comparisons of names of kinds are found', () => {
  const names = ['CSV', 'XML'];
  for (const line of [
    "if (format === 'CSV') return;",
    "return 'XML' !== format;",
    "    case 'XML':",
    "['CSV', 'XML'].includes(format)",
    "formats.includes('CSV')",
  ])
    assert.is(findComparisons(line, names).length, 1, line);
  for (const line of ["format: 'CSV',", "if (other === 'CSV_LIKE') return;", "const all = ['CSV', 'XML'];"])
    assert.is(findComparisons(line, names).length, 0, line);
});

for (const { folder, names } of families) {
  test(`no name of ${folder} is compared elsewhere`, () => {
    const files = ['compiler', 'runtime'].flatMap(findSources);
    const found = files
      .filter((file) => !file.startsWith(folder) && !Object.keys(EXCEPTIONS).some((path) => file.startsWith(path)))
      .flatMap((file) =>
        findComparisons(readFileSync(join(ROOT, file), 'utf8'), names).map((line) => `${file}:${line}`),
      );
    assert.ok(files.length > 500);
    assert.equal(found, []);
  });
}

test('each exception is needed', () => {
  const files = ['compiler', 'runtime'].flatMap(findSources);
  const all = families.flatMap(({ names }) => names);
  const unused = Object.keys(EXCEPTIONS).filter((path) =>
    files
      .filter((file) => file.startsWith(path))
      .every((file) => findComparisons(readFileSync(join(ROOT, file), 'utf8'), all).length === 0),
  );
  assert.equal(unused, []);
});

test.run();
