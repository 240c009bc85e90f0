import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../support/load-module.ts';
import { brokenCopies } from './broken-bank-files.ts';
import { corpora, inferFile } from './infer-files.ts';

// Drafts specs from bank files, and compares them with the example specs: which files they accept, and which broken totals
// they find. The documentation of `infer` lists the lines that a person changes in these drafts.

const tests = existsSync(corpora) ? test : test.skip;
const folder = join(corpora, 'fixed-width');

interface Case {
  readonly spec: string;
  readonly files: string;
  readonly sample: string;
  /** What a person changes: texts of the draft, and by what they are replaced. */
  readonly changes: readonly (readonly [before: string, after: string])[];
}

const ADDENDA = `  - name: addenda
    in: record6
    when: { start: 1, length: 1, values: [ 7 ] }
    fields:
      - { name: text, type: STRING, start: 4, length: 80 }
`;
const LEVELS = 'and: [{ field: level, values: ["0", "1", "2", "3"] }]';
const SUM = 'ruleType: SUM_EQUALS, of: record21.amount';

const cases: readonly Case[] = [
  {
    spec: 'nacha',
    files: 'ach',
    sample: 'ppd-mixedDebitCredit.ach',
    changes: [
      ['  - name: batchTrailer\n', `${ADDENDA}  - name: batchTrailer\n`],
      ['of: [ record6 ]', 'of: [ record6, addenda ]'],
      ['{ field: code, values: [ 7 ] }', '{ field: code, values: [ 5, 6, 7, 8, 9 ] }'],
      ['{ field: code, values: [ 2 ] }', '{ field: code, values: [ 0, 1, 2, 3, 4 ] }'],
    ],
  },
  { spec: 'bai2', files: 'bai2', sample: 'sample1.txt', changes: [] },
  { spec: 'bai2', files: 'bai2', sample: 'sample2.txt', changes: [] },
  {
    spec: 'coda',
    files: 'coda',
    sample: 'sample1.cod',
    changes: [
      [
        '      - { name: amount,',
        `      - { name: sign, type: STRING, start: 32, length: 1 }
      - { name: level, type: STRING, start: 54, length: 1 }
      - { name: amount,`,
      ],
      [
        '{ name: column23, start: 23, length: 15, type: STRING }',
        '{ name: debits, type: DECIMAL, scale: 2, start: 23, length: 15 }',
      ],
      [
        `${SUM} }\n`,
        `${SUM}, where: { field: sign, values: ["0"], ${LEVELS} } }
  - { ruleId: debits, field: fileTrailer.debits, ${SUM}, where: { field: sign, values: ["1"], ${LEVELS} } }\n`,
      ],
    ],
  },
];

function load(text: string, name: string): Promise<SpecModule> {
  return loadModule({ text, path: `${name}.yaml`, syntax: 'yaml' });
}

/** Returns the issues of a file other than warnings. */
function issuesOf({ createTransformer }: SpecModule, bytes: Uint8Array): string[] {
  const transformer = createTransformer({ today: '2026-01-01' });
  const batches = [...transformer.push(bytes), ...transformer.end()];
  const all = batches.flatMap(({ recordIssues, fileIssues = [] }) => [
    ...recordIssues.flatMap(({ issues }) => issues),
    ...fileIssues,
  ]);
  const failures = batches.flatMap(({ failure }) => (failure === null ? [] : [failure.code]));
  return [...failures, ...all.filter(({ severity }) => severity !== 'WARNING').map(({ code }) => code)];
}

for (const { spec, files, sample, changes } of cases)
  tests(`${spec}: the draft of ${sample} accepts the valid files and finds broken totals`, async () => {
    const file = await inferFile(join(folder, files, sample));
    assert.is(file.kind, 'drawn');
    if (file.kind !== 'drawn') return;
    const { name } = file.inference;
    let { yaml } = file.inference;
    for (const [before, after] of changes) {
      assert.ok(yaml.includes(before), `${before} is not in\n${yaml}`);
      yaml = yaml.replace(before, after);
    }
    const [draft, example] = [await load(yaml, name), await loadExample(spec)];
    const contents = readdirSync(join(folder, files))
      .filter((one) => !/LICENSE|\.gz$/.test(one))
      .map((one) => [one, readFileSync(join(folder, files, one))] as const);
    const valid = contents.filter(([, bytes]) => issuesOf(example, bytes).length === 0);
    assert.ok(valid.length > 1, String(valid.length));
    for (const [one, bytes] of valid) assert.equal(issuesOf(draft, bytes), [], one);
    const copies = brokenCopies.filter((one) => one.spec === spec);
    assert.ok(copies.length > 4);
    for (const { title, file: path, edit } of copies) {
      const lines = readFileSync(join(folder, path), 'latin1')
        .replace(/\r?\n$/, '')
        .split(/\r?\n/);
      edit(lines);
      assert.ok(issuesOf(draft, Buffer.from(`${lines.join('\n')}\n`, 'latin1')).length > 0, title);
    }
  });

function loadExample(name: string): Promise<SpecModule> {
  return load(readFileSync(fileURLToPath(new URL(`../../../specs/${name}.yaml`, import.meta.url)), 'utf8'), name);
}

test.run();
