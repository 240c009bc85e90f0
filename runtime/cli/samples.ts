import { join } from 'node:path';
import { makeSamples, readAndCheck, type SampleSet } from '../../compiler/index.ts';
import type { SpecModule } from '../../compiler/kernel/contract.ts';
import { replaceFile } from '../registry/replace-file.ts';
import { makeManifest, sampleOptions } from '../samples/manifest.ts';
import type { SampleRun } from '../samples/outcome.ts';
import { runSample } from '../samples/run-sample.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from './command.ts';
import { reasonOf, SystemFailure, systemCode, WrongUsage } from './failures.ts';
import { formatCounted } from './numbers.ts';
import { printAside, printResult } from './output.ts';
import { findSpec, loadNamedSpec } from './spec-operand.ts';
import { visible, visibleJson } from './terminal.ts';

type Names = 'specs' | 'data';

export const command: Command<Names> = {
  usage: ['samples SPEC --out DIR [--today D]'],
  description: [
    'Makes files from a spec alone, for partners to test against and for tests: good ones, one for each rule, required field,',
    'type and structure that breaks only that, and those that just keep each rule. manifest.json says what each file is for and',
    'what is expected of it. Exit code 1 where no record could be found that keeps all rules.',
  ].join('\n'),
  flags: {
    out: { takes: 'DIR', help: 'folder of the files; made where it is not there' },
    today: {
      takes: 'D',
      help: 'the day that `today` in a rule stands for, yyyy-MM-dd (default: the current day, UTC)',
    },
  },
  settings: ['specs', 'data'],
  operands: { min: 1, max: 1, missing: 'the SPEC is missing: a name in the specs folder, or a path' },
  run: writeSamples,
};

async function writeSamples({ operands: [operand = ''], flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const folder = flags.get('out');
  if (folder === undefined) throw new WrongUsage('--out is missing: it says where the files go', 'as in --out samples');
  const today = readDay(flags.get('today'));
  const { module } = await loadNamedSpec(operand, settings);
  const { spec } = readAndCheck((await findSpec(operand, settings)).input);
  if (spec === null) throw new Error('the spec was compiled, and has errors');
  const set = await makeSamples(spec, module, today);
  await writeSet(set, { folder, module });
  for (const { code, ruleId, field, why } of set.missing)
    await printAside(`no file for ${visible(nameOf(code, ruleId, field))}: ${visible(why)}\n`);
  if (set.files.length === 0) return EXIT.faulty;
  await printResult(
    `wrote ${formatCounted(set.files.length, 'file')} to ${visible(folder)}; manifest.json says what each is for\n`,
  );
  return EXIT.good;
}

async function writeSet(set: SampleSet, { folder, module }: { folder: string; module: SpecModule }): Promise<void> {
  try {
    const runs: SampleRun[] = [];
    for (const { name, bytes } of set.files) {
      await replaceFile(join(folder, name), bytes);
      runs.push(await runSample(module, join(folder, name), sampleOptions(set)));
    }
    if (set.files.length > 0)
      await replaceFile(
        join(folder, 'manifest.json'),
        visibleJson(`${JSON.stringify(makeManifest(module.spec, set, runs), null, 2)}\n`),
      );
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new SystemFailure(`cannot write to ${folder}: ${reasonOf(error)}`);
  }
}

function nameOf(code: string, ruleId: string | null, field: string | null): string {
  if (ruleId !== null) return `rule ${ruleId}`;
  return field === null ? 'a good record' : `${code} of ${field}`;
}

function readDay(written: string | undefined): string {
  const day = written ?? new Date().toISOString().slice(0, 10);
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (!isDay) throw new WrongUsage(`--today takes a day as yyyy-MM-dd, not "${day}"`);
  return day;
}
