import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { canonical } from '../oracle/record-types/file-rules.ts';
import { loadModule } from '../../support/load-module.ts';
import { brokenCopies } from './broken-bank-files.ts';

// Reads bank files with the example specs, and compares their counts and totals with those of a Python script.

const corpora = fileURLToPath(new URL('../../../../shared/corpora/fixed-width/', import.meta.url));
const script = join(import.meta.dirname, 'control_totals.py');

/** What the script finds in a file. */
interface Totals {
  /** The number of lines of each record type, by the text that selects them. */
  readonly types: Readonly<Record<string, number>>;
  readonly broken: readonly (readonly [
    line: number | null,
    rule: string | null,
    expected: string,
    actual: string | null,
  ])[];
}

interface Format {
  readonly spec: string;
  readonly folder: string;
  /** The record types of the spec for each text that selects lines. Continuation lines are no records. */
  readonly types: Readonly<Record<string, string>>;
  /** Files that are not in the described form, and the reason. */
  readonly others: Readonly<Record<string, string>>;
  /** The least number of files whose totals all hold. */
  readonly valid: number;
}

const formats: Readonly<Record<string, Format>> = {
  nacha: {
    spec: 'nacha',
    folder: 'ach',
    types: { 1: 'fileHeader', 5: 'batch', 6: 'entry', 7: 'addenda', 8: 'batchControl', 9: 'fileControl' },
    others: { 'long-line.ach': 'has lines with 98 characters', 'nonascii.ach': 'is not UTF-8' },
    valid: 47,
  },
  bai2: {
    spec: 'bai2',
    folder: 'bai2',
    types: {
      '01': 'fileHeader',
      '02': 'group',
      '03': 'account',
      16: 'transaction',
      49: 'accountTrailer',
      98: 'groupTrailer',
      99: 'fileTrailer',
    },
    others: { 'sample3.txt': 'has several records in a line', 'sample-parseError.txt': 'has no trailer' },
    valid: 2,
  },
  coda: {
    spec: 'coda',
    folder: 'coda',
    types: {
      0: 'header',
      1: 'oldBalance',
      21: 'movement',
      22: 'movementText',
      23: 'counterparty',
      31: 'information',
      32: 'moreInformation',
      33: 'moreInformation',
      8: 'newBalance',
      4: 'freeMessage',
      9: 'trailer',
    },
    others: {},
    valid: 2,
  },
};

function readBytes(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

async function loadSpec(name: string): Promise<SpecModule> {
  const path = fileURLToPath(new URL(`../../../specs/${name}.yaml`, import.meta.url));
  return loadModule({ text: readFileSync(path, 'utf8'), path, syntax: 'yaml' });
}

function runScript(format: string, paths: readonly string[]): Readonly<Record<string, Totals>> {
  // The script prints this form.
  return JSON.parse(execFileSync('python3', [script, format, ...paths], { encoding: 'utf8' })) as ReturnType<
    typeof runScript
  >;
}

/** The issues of a file that concern its counts and totals, in a comparable form. */
function describe([line, rule, expected, actual]: Totals['broken'][number]): string {
  const [wanted, found] = [expected, actual].map((value) => (value === null ? 'nothing' : canonical(value)));
  return `${line ?? 'the end'}: ${rule ?? 'INCOMPLETE_BLOCK'} is ${found} instead of ${wanted}`;
}

interface Reading {
  readonly types: Readonly<Record<string, number>>;
  readonly broken: Totals['broken'];
  /** All issues: `line code rule`. */
  readonly issues: readonly string[];
}

function readFile(module: SpecModule, bytes: Uint8Array): Reading {
  const transformer = module.createTransformer({ today: '2026-01-01' });
  const batches = [...transformer.push(bytes), ...transformer.end()];
  const types: Record<string, number> = {};
  for (const { name, total } of batches.flatMap(({ typed }) => typed?.types ?? []))
    if (name !== null && total > 0) types[name] = (types[name] ?? 0) + total;
  const fileIssues = batches.flatMap(({ fileIssues: own = [] }) => own);
  const ofRecords = batches
    .flatMap(({ recordIssues }) => recordIssues)
    .flatMap(({ line, issues }) => issues.map(({ code, ruleId }) => `${line} ${code} ${ruleId}`));
  return {
    types,
    broken: fileIssues
      .filter(({ code }) => code !== 'MISSING_RECORD')
      .map(({ line, ruleId, expected = '', actual = null }) => [line, ruleId, expected, actual] as const),
    issues: [...ofRecords, ...fileIssues.map(({ line, code, ruleId }) => `${line} ${code} ${ruleId}`)],
  };
}

function hasPython(): boolean {
  return spawnSync('python3', ['--version']).status === 0;
}

function addTests(): void {
  for (const [name, { spec, folder, types, others, valid }] of Object.entries(formats)) {
    test(`${name}: counts and totals equal those of the script`, async () => {
      const module = await loadSpec(spec);
      const path = join(corpora, folder);
      const files = readdirSync(path).filter((file) => file !== 'LICENSE' && others[file] === undefined);
      const totals = runScript(
        name,
        files.map((file) => join(path, file)),
      );
      let isValid = 0;
      for (const file of files) {
        const found = readFile(module, readBytes(join(path, file)));
        const expected = totals[join(path, file)];
        assert.equal(found.broken.map(describe).sort(), expected?.broken.map(describe).sort(), file);
        if (expected?.broken.length === 0) isValid++;
        const counted: Record<string, number> = {};
        for (const [kind, count] of Object.entries(expected?.types ?? {})) {
          const type = types[kind];
          if (type !== undefined) counted[type] = (counted[type] ?? 0) + count;
        }
        assert.equal(found.types, counted, `types of ${file}`);
      }
      console.log(`${name}: ${files.length} files, all totals hold in ${isValid}`);
      assert.ok(isValid >= valid, `${isValid} files are valid`);
    });
  }
  for (const { title, spec, file, edit, found } of brokenCopies) {
    test(title, async () => {
      const lines = readFileSync(join(corpora, file), 'utf8')
        .replace(/\r?\n$/, '')
        .split(/\r?\n/);
      edit(lines);
      const { issues } = readFile(await loadSpec(spec), Buffer.from(`${lines.join('\n')}\n`));
      const isWarning = (issue: string) => issue.includes('RECORD_TOO_SHORT');
      assert.equal(issues.filter((issue) => !isWarning(issue)).sort(), [...found].sort());
    });
  }
}

if (!existsSync(corpora)) {
  const why = 'skip: ../shared/corpora/fixed-width is not there';
  console.log(why);
  test.skip(why, () => {});
} else if (!hasPython()) {
  const why = 'skip: python3 is not there';
  console.log(why);
  test.skip(why, () => {});
} else addTests();

test.run();
