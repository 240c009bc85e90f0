/**
 * Prints the table of README.md: how many files of the survey get the draft that a person would write.
 * `node --import tsx test/compiler/infer/survey/compare-programs.ts PROGRAM…`, where a program is a built `specmill.js`.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cases } from './cases.ts';
import { judge } from './judge.ts';
import type { SurveyCase } from './survey-case.ts';

const programs = process.argv.slice(2).filter((arg) => !arg.startsWith('-'));
const isLong = process.argv.includes('--long');
const folder = mkdtempSync(join(tmpdir(), 'specmill-survey-'));
const counts = new Map<string, number[]>();
for (const one of cases) {
  const rights = counts.get(one.shape) ?? [0, ...programs.map(() => 0)];
  counts.set(one.shape, rights);
  rights[0] = (rights[0] ?? 0) + 1;
  programs.forEach((program, at) => {
    const wrong = judge(call(program, one), one.answer);
    if (wrong.length === 0) rights[at + 1] = (rights[at + 1] ?? 0) + 1;
    else if (isLong) console.log(`${one.shape}, ${one.title}\n  ${wrong.join('\n  ')}`);
  });
}
rmSync(folder, { recursive: true });
const total = [...counts.values()].reduce((sums, row) => sums.map((sum, at) => sum + (row[at] ?? 0)));
for (const [shape, row] of [...counts, ['all', total] as const]) console.log(`| ${[shape, ...row].join(' | ')} |`);

function call(program: string, { fileName, bytes, recordPath }: SurveyCase) {
  const path = join(folder, fileName);
  writeFileSync(path, bytes);
  const more = recordPath === undefined ? [] : ['--record-path', recordPath];
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'infer', path, ...more], {
    encoding: 'utf8',
  });
  const accepted = Number((/accepts? ([\d,]+) of/.exec(stderr)?.[1] ?? '0').replaceAll(',', ''));
  return { exitCode: status ?? 3, yaml: stdout, message: stderr, accepted };
}
