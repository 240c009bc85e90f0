import type { SpecFile } from '../../state/registry/folder/spec-files.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/files/replace-file.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { formatDiagnostics } from '../format/diagnostics.ts';
import { SystemFailure } from '../command-line/failures.ts';
import { formatCount, formatCounted } from '../format/numbers.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { findSpecs, readNamedSpec } from '../operands/spec-operand.ts';
import { visible } from '../format/terminal.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

type Names = 'specs';

/** The command `specmill compile`. */
export const command: Command<Names> = {
  usage: ['compile [specs…] [--out DIR] [--check]'],
  description: [
    'Compiles specs to TypeScript modules: <name>.ts and <name>.fast.ts, and for importers dist/<name>.mjs with its types.',
    'Without operands, all specs in the specs folder are compiled. Unchanged files are not rewritten.',
    'With --check, nothing is written and dist/ is ignored. Exit code 1: a spec has an error or, with --check, a module is missing,',
    'differs from what its spec compiles to, or has no spec.',
  ].join('\n'),
  flags: {
    out: { takes: 'DIR', help: 'folder of the modules (default generated)' },
    check: { takes: null, help: 'write nothing; report modules that do not match their specs' },
  },
  settings: ['specs'],
  operands: { min: 0, max: Infinity, kind: 'spec' },
  run: compileSpecs,
};

/** A file to which a spec is compiled. */
interface Output {
  path: string;
  text: string;
  /** Whether users commit the file to git. --check compares only such files. */
  isCommitted: boolean;
}

async function compileSpecs({ operands, flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const folder = flags.get('out') ?? 'generated';
  const files = await findSpecs(operands, settings.specs);
  const handle = flags.has('check') ? compareOutputs : writeOutputs;
  let differences = 0;
  let broken = 0;
  for (const file of files) {
    const outputs = await createOutputs(file, folder);
    if (outputs === null) broken++;
    else differences += await handle(outputs);
  }
  const stale =
    operands.length > 0
      ? []
      : await findStale(
          folder,
          files.map(({ name }) => name),
        );
  for (const path of stale) await printToStdout(`${visible(path)} has no spec: delete it, or restore the spec\n`);
  const compiled = `${formatCounted(files.length - broken, 'spec')} compiled`;
  await printToStderr(`${broken === 0 ? compiled : `${compiled}, ${formatCount(broken)} failed`}\n`);
  const isOutOfDate = flags.has('check') && differences + stale.length > 0;
  return broken > 0 || isOutOfDate ? EXIT.invalid : EXIT.success;
}

async function createOutputs(file: SpecFile, folder: string): Promise<Output[] | null> {
  const input = await readNamedSpec(file.path, file.folder);
  const { compile } = await import('../../../compiler/index.ts');
  const { diagnostics, module: compiled } = await compile(input);
  if (diagnostics.length > 0) await printToStderr(`${await formatDiagnostics(diagnostics, input)}\n`);
  if (compiled === null) return null;
  const { name, source, fastSource, esm, dts } = compiled;
  return [
    { path: join(folder, `${name}.ts`), text: source, isCommitted: true },
    ...(fastSource === null ? [] : [{ path: join(folder, `${name}.fast.ts`), text: fastSource, isCommitted: true }]),
    { path: join(folder, 'dist', `${name}.mjs`), text: esm, isCommitted: false },
    { path: join(folder, 'dist', `${name}.d.ts`), text: dts, isCommitted: false },
    // For the import of an .mjs file, TypeScript looks only for a .d.mts file (module resolution node16, nodenext,
    // bundler).
    { path: join(folder, 'dist', `${name}.d.mts`), text: dts, isCommitted: false },
  ];
}

async function writeOutputs(outputs: readonly Output[]): Promise<number> {
  for (const { path, text } of outputs) {
    if ((await readIfThere(path)) === text) continue;
    try {
      await replaceFile(path, text);
    } catch (error) {
      throw new SystemFailure(`cannot write ${path}: ${reasonOf(error)}`);
    }
    await printToStdout(`wrote ${visible(path)}\n`);
  }
  return 0;
}

async function compareOutputs(outputs: readonly Output[]): Promise<number> {
  let differences = 0;
  for (const { path, text } of outputs.filter(({ isCommitted }) => isCommitted)) {
    const there = await readIfThere(path);
    if (there === text) continue;
    differences++;
    await printToStdout(
      `${visible(path)} ${there === null ? 'is missing' : 'does not match its spec'}: run specmill compile\n`,
    );
  }
  return differences;
}

async function findStale(folder: string, names: readonly string[]): Promise<string[]> {
  const there = await readdir(folder).catch(() => []);
  return there
    .filter((file) => file.endsWith('.ts') && !names.includes(file.replace(/(\.fast)?\.ts$/, '')))
    .map((file) => join(folder, file))
    .sort();
}

async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw new SystemFailure(`cannot read ${path}: ${reasonOf(error)}`);
  }
}
