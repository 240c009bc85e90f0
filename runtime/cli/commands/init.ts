import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readAndCheck } from '../../../compiler/index.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';
import { loadModule } from '../../state/registry/compile/load-module.ts';
import { findSampleFiles, sampleFolderOf } from '../../runs/sample-tests/sample-file.ts';
import { testSample } from '../../runs/sample-tests/test-spec.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStdout } from '../command-line/output.ts';
import { visible } from '../format/terminal.ts';
import { readNamedSpec } from '../operands/spec-operand.ts';
import { INIT_FILES } from './init-files.ts';

const SPEC_PATH = 'specs/orders.yaml';
const EXPECTED_PATH = 'specs/orders/orders.csv.expected.json';

/** The command `specmill init`. */
export const command: Command<never> = {
  usage: ['init [DIR]'],
  description: [
    'Writes a first project into DIR (default: the current folder): a spec, a sample with its expected result, and a workflow',
    'for GitHub Actions that checks and tests the specs. It overwrites nothing: if one of the files exists, it writes none.',
  ].join('\n'),
  flags: {},
  settings: [],
  operands: { min: 0, max: 1, kind: 'file' },
  run: initProject,
};

async function initProject({ operands: [folder = '.'] }: CommandInput): Promise<ExitCode> {
  const paths = [...INIT_FILES.map(({ path }) => path), EXPECTED_PATH];
  const existing = await findExisting(folder, paths);
  if (existing.length > 0)
    throw new UsageError(
      `${existing.join(', ')} already ${existing.length === 1 ? 'exists' : 'exist'}`,
      'specmill init overwrites nothing: name another folder',
    );
  try {
    for (const { path, content } of INIT_FILES) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content, { flag: 'wx' });
    }
    await writeExpected(join(folder, SPEC_PATH), join(folder, '.data'));
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new SystemFailure(`cannot write to ${folder}: ${reasonOf(error)}`);
  }
  const enter = folder === '.' ? '' : `cd ${visible(folder)} && `;
  await printToStdout(
    `${paths.map((path) => `wrote ${visible(join(folder, path))}\n`).join('')}Next: ${enter}npx specmill test\n`,
  );
  return EXIT.success;
}

async function findExisting(folder: string, paths: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    paths.map((path) =>
      stat(join(folder, path)).then(
        () => [join(folder, path)],
        () => [],
      ),
    ),
  );
  return found.flat();
}

/** Writes the expected result of the sample, as `specmill test --update` does. */
async function writeExpected(path: string, dataFolder: string): Promise<void> {
  const input = await readNamedSpec(path);
  const { spec } = readAndCheck(input);
  const { loaded, diagnostics } = await loadModule(input, dataFolder);
  if (spec === null || loaded === null) throw new Error(`the spec of a new project has errors: ${path}`);
  for (const file of await findSampleFiles(sampleFolderOf(path)))
    await testSample({ spec, module: loaded.module, diagnostics }, file, true);
}
