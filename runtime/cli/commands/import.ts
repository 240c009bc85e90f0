import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { formatCounted } from '../format/numbers.ts';
import { visible } from '../format/terminal.ts';
import { readSpecName } from '../operands/spec-name.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

/** The command `specmill import`. */
export const command: Command<never> = {
  usage: ['import --odcs FILE [--object O] [--name N] > specs/N.yaml'],
  description: [
    'Drafts a spec from a contract of the Open Data Contract Standard 3 (YAML or JSON; - is standard input) and prints it as',
    'YAML. Properties become fields with types, required, sensitive and rules; the primary key becomes the message key. The',
    'draft compiles. Comments say what the contract leaves open, such as the format of the files, and what no key expresses.',
    'Values that the contract names for sensitive properties are left out.',
    'Exit code 1: the file is no such contract, or has no schema object with fields.',
  ].join('\n'),
  flags: {
    odcs: { takes: 'FILE', help: 'the contract' },
    object: { takes: 'O', help: 'the schema object of the contract (default: the first one)' },
    name: { takes: 'N', help: 'name of the spec (default: from the name of the schema object)' },
    schema: {
      takes: 'PATH',
      help: 'path of the output of `docs --spec-schema`, for editors (default ../generated/spec.schema.json)',
    },
  },
  settings: [],
  operands: { min: 0, max: 0 },
  run: printImport,
};

async function printImport({ flags }: CommandInput): Promise<ExitCode> {
  const file = flags.get('odcs');
  if (file === undefined) throw new UsageError('--odcs FILE is missing. It names the contract to draft a spec from');
  const name = readSpecName(flags.get('name'));
  const text = await readText(file);
  const { importContract, NoDraft } = await import('../../../compiler/index.ts');
  const shown = file === '-' ? 'standard input' : visible(file);
  try {
    const imported = importContract(text, {
      object: flags.get('object') ?? null,
      name: name ?? null,
      schema: flags.get('schema') ?? '../generated/spec.schema.json',
    });
    await printToStdout(imported.yaml);
    const others = imported.otherObjects.map(
      (other) => `not drafted: the schema object ${other}. Draft it with --object`,
    );
    const lines = [
      `${imported.name}.yaml has ${formatCounted(imported.fields, 'field')} and ${formatCounted(imported.rules, 'rule')}. Review its comments`,
      ...others,
    ];
    await printToStderr(`${lines.map(visible).join('\n')}\n`);
    return EXIT.success;
  } catch (error) {
    if (!(error instanceof NoDraft)) throw error;
    await printToStderr(`cannot draft a spec from ${shown}: ${visible(error.message)}\n`);
    return EXIT.invalid;
  }
}

async function readText(file: string): Promise<string> {
  try {
    return file === '-' ? await textOf(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    const message = `cannot read ${file === '-' ? 'standard input' : file}: ${reasonOf(error)}`;
    const code = systemCode(error);
    throw code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR'
      ? new UsageError(message)
      : new SystemFailure(message);
  }
}
