import { basename } from 'node:path';
import type { CopybookInference } from '../../../compiler/index.ts';
import { loadEsm } from '../../state/registry/compile/load-esm.ts';
import { EXIT, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { type Beginning, readBeginning } from '../operands/beginning.ts';
import { nameInput } from '../operands/input.ts';
import { formatCount, formatCounted } from '../format/numbers.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { visible } from '../format/terminal.ts';
import { nameHint, printRefusal, readSampleBytes } from './infer-flags.ts';
import { readSpecName } from '../operands/spec-name.ts';

/** The encoding of the files that a copybook describes: those of mainframes in the USA. */
export const COPYBOOK_ENCODING = 'IBM037';

type Names = 'maxFileBytes';

/** The longest copybook that is read. */
const MAX_COPYBOOK_BYTES = 4 * 1024 * 1024;

/** Drafts the spec of a copybook, prints it, and returns the exit code. */
export async function printCopybookDraft(
  file: string,
  { operands, flags, settings }: CommandInput<Names>,
): Promise<ExitCode> {
  checkCopybookFlags(operands, flags);
  const named = readSpecName(flags.get('name'));
  const maxSampleBytes = readSampleBytes(flags.get('sample-bytes'));
  const { bytes, isWhole } = await readBeginning(file, {
    maxSampleBytes: MAX_COPYBOOK_BYTES,
    maxBytes: settings.maxFileBytes,
  });
  if (!isWhole) throw new UsageError(`${nameInput(file)} is no copybook: it has more than 4 MiB`);
  const data = await readData(flags.get('data'), { maxSampleBytes, maxBytes: settings.maxFileBytes });
  const { compileWith, inferCopybook, isKnownEncoding, NoDraft, specNameOf } = await import(
    '../../../compiler/index.ts'
  );
  const encoding = flags.get('encoding') ?? COPYBOOK_ENCODING;
  if (!isKnownEncoding(encoding))
    throw new UsageError(`--encoding takes an encoding such as IBM037 or ISO-8859-1, not "${encoding}"`);
  const fileName = file === '-' ? 'standard input' : basename(file);
  const name = named ?? specNameOf(file === '-' ? '' : fileName);
  const schema = flags.get('schema') ?? '../generated/spec.schema.json';
  // Each byte is a character, so that a copybook in any encoding of one byte is read; its names are ASCII.
  const text = decodeText(bytes);
  try {
    const inference = await inferCopybook({ text, fileName, name, encoding, schema, data }, compileWith(loadEsm));
    await printToStdout(inference.yaml);
    await printToStderr(`${describeCopybook(inference, named === undefined)}\n`);
    return inference.undecided.length === 0 ? EXIT.success : EXIT.invalid;
  } catch (error) {
    if (error instanceof NoDraft) return printRefusal(file, error);
    throw error;
  }
}

function checkCopybookFlags(operands: readonly string[], flags: CommandInput<Names>['flags']): void {
  const [operand] = operands;
  if (operand !== undefined)
    throw new UsageError(
      `"${operand}" is one file too many`,
      'name the file that the copybook describes with --data FILE',
    );
  for (const flag of ['format', 'record-path'])
    if (flags.has(flag)) throw new UsageError(`--${flag} is not for --copybook, which describes fixed-width records`);
}

async function readData(
  file: string | undefined,
  limits: { maxSampleBytes: number; maxBytes: number },
): Promise<Beginning | null> {
  // Packed bytes look like anything, so nothing is detected.
  return file === undefined ? null : readBeginning(file, { ...limits, kind: { isBinary: true } });
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function describeCopybook(
  { name, length, fields, rating, undecided }: CopybookInference,
  isNameGuessed: boolean,
): string {
  const tried =
    rating === null ? '' : ` and accepts ${formatCount(rating.accepted)} of ${formatCounted(rating.records, 'record')}`;
  return [
    `${name}.yaml has ${formatCounted(fields, 'field')} in records of ${formatCounted(length, 'byte')}${tried}`,
    ...undecided.map((what) => `undecided: ${what}`),
    ...(isNameGuessed ? [nameHint(name)] : []),
  ]
    .map(visible)
    .join('\n');
}
