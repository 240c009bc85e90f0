import { join } from 'node:path';
import { createSamples, readAndCheck, type MissingSample, type SampleSet } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { createManifest, sampleOptions } from '../../runs/sample-tests/manifest.ts';
import type { SampleRun } from '../../runs/sample-tests/outcome.ts';
import { runSample } from '../../runs/sample-tests/run-sample.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { formatCounted } from '../format/numbers.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { findSpec, keysOfModule, loadNamedSpec } from '../operands/spec-operand.ts';
import { visible, visibleJson } from '../format/terminal.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

type Names = 'specs' | 'data';

/** The command `specmill samples`. */
export const command: Command<Names> = {
  usage: ['samples SPEC --out DIR [--today D]'],
  description: [
    'Generates sample files from a spec, for partners and for tests: valid files, files at the limit of each rule, and for each',
    'rule, required field, type and structure a file that violates only that one. manifest.json states the purpose and the',
    'expected result of each file. Exit code 1: no record was found that satisfies all rules.',
  ].join('\n'),
  flags: {
    out: { takes: 'DIR', help: 'folder for the files; created if it does not exist' },
    today: {
      takes: 'D',
      help: 'the date of `today` in rules, yyyy-MM-dd (default: the current date in UTC)',
    },
  },
  settings: ['specs', 'data'],
  operands: { min: 1, max: 1, missing: 'SPEC is missing. Name a spec in the specs folder, or a path', kind: 'spec' },
  run: writeSamples,
};

async function writeSamples({ operands: [operand = ''], flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const folder = flags.get('out');
  if (folder === undefined)
    throw new UsageError('--out is missing. It names the folder for the files', 'for example --out samples');
  const today = readDay(flags.get('today'));
  const { module } = await loadNamedSpec(operand, settings);
  const { spec } = readAndCheck((await findSpec(operand, settings)).input);
  if (spec === null) throw new Error('the spec compiled, but a second check found errors');
  const set = await createSamples(spec, module, today, keysOfModule(module));
  await writeSet(set, { folder, module });
  for (const missing of set.missing)
    await printToStderr(`no file for ${visible(nameOf(missing))}: ${visible(missing.why)}\n`);
  if (set.files.length === 0) return EXIT.invalid;
  await printToStdout(
    `wrote ${formatCounted(set.files.length, 'file')} to ${visible(folder)}; manifest.json describes each file\n`,
  );
  return EXIT.success;
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
        visibleJson(`${JSON.stringify(createManifest(module.spec, set, runs), null, 2)}\n`),
      );
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new SystemFailure(`cannot write to ${folder}: ${reasonOf(error)}`);
  }
}

function nameOf({ code, ruleId, field, recordType }: MissingSample): string {
  if (ruleId !== null) return `rule ${ruleId}`;
  const of = recordType === undefined ? '' : ` of ${recordType}`;
  if (field !== null) return `${code} of ${field}${of}`;
  return code === 'VALID' ? 'a valid record' : `${code}${of}`;
}

function readDay(written: string | undefined): string {
  const day = written ?? new Date().toISOString().slice(0, 10);
  const isDay =
    /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  if (!isDay) throw new UsageError(`--today takes a date as yyyy-MM-dd, not "${day}"`);
  return day;
}
