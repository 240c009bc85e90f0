import { basename } from 'node:path';
import { formatNames } from '../../../compiler/formats.ts';
import type { Inference, Sample } from '../../../compiler/index.ts';
import { loadEsm } from '../../state/registry/compile/load-esm.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { readSpecName } from '../operands/spec-name.ts';
import { nameInput, openInput, whileInterruptible } from '../operands/input.ts';
import { formatCount, formatCounted } from '../format/numbers.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { visible } from '../format/terminal.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';
import { parseSize } from '../../state/settings/values/parsers.ts';

type Names = 'maxFileBytes';

const NAMES = `${formatNames.slice(0, -1).join(', ')} or ${formatNames.at(-1)}`;

/** The command `specmill infer`. */
export const command: Command<Names> = {
  usage: ['infer FILE [--name N] [--format F] [--record-path P] [--sample-bytes SIZE] > specs/N.yaml'],
  description: [
    'Drafts a spec from a sample file and prints it as YAML. The file is CSV, fixed width or XML, may be compressed, and - is',
    'standard input. The draft contains format, encoding, header, types, dates, separators, required and sensitive fields,',
    'lengths, and the values of columns with few distinct values. Comments mark uncertain choices, and values that deviate in',
    'up to 5 % of the records. The draft compiles and is tried on the sample. It is rated by the records that it accepts, and by',
    'how much of the sample becomes values, types and names.',
    'Exit code 1: the rating is too low, the draft rejects more than a few faulty records, or no spec can be drafted. Then infer',
    'reports what it could not decide.',
  ].join('\n'),
  flags: {
    name: { takes: 'N', help: 'name of the spec (default: from the file name)' },
    format: { takes: 'F', help: `${NAMES} (default: detected from the sample)`, choices: formatNames },
    'record-path': { takes: 'P', help: 'XML: path of the elements that are records (default: those with most values)' },
    'sample-bytes': { takes: 'SIZE', help: 'read at most this much of the file (default 4MiB)' },
    schema: {
      takes: 'PATH',
      help: 'path of the output of `docs --spec-schema`, for editors (default ../generated/spec.schema.json)',
    },
  },
  settings: ['maxFileBytes'],
  operands: { min: 1, max: 1, missing: 'FILE is missing. Name a sample of the files to read', kind: 'file' },
  run: printDraft,
};

const SAMPLE_BYTES = '4MiB';
const MAX_SAMPLE_BYTES = 64 * 1024 * 1024;

async function printDraft({ operands: [file = ''], flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const format = readFormat(flags.get('format'));
  const named = readSpecName(flags.get('name'));
  const recordPath = readRecordPath(flags.get('record-path'));
  const maxSampleBytes = readSampleBytes(flags.get('sample-bytes'));
  const { bytes, isWhole } = await readBeginning(file, maxSampleBytes, settings.maxFileBytes);
  const { inferSpec, NoDraft, specNameOf } = await import('../../../compiler/index.ts');
  const fileName = file === '-' ? 'standard input' : basename(file);
  const sample: Sample = {
    bytes,
    isWhole,
    fileName,
    name: named ?? specNameOf(file === '-' ? '' : fileName),
    format: recordPath === null ? format : 'XML',
    recordPath,
    schema: flags.get('schema') ?? '../generated/spec.schema.json',
  };
  const inference = await inferSpec(sample, loadEsm).catch((error: unknown) => {
    if (error instanceof NoDraft) return error;
    throw error;
  });
  if (inference instanceof NoDraft) {
    await printToStderr(`cannot draft a spec from ${visible(nameInput(file))}: ${visible(inference.message)}\n`);
    return EXIT.invalid;
  }
  await printToStdout(inference.yaml);
  await printToStderr(`${describe(inference, named === undefined)}\n`);
  return inference.verdict.undecided.length === 0 ? EXIT.success : EXIT.invalid;
}

/**
 * Reads at most `maxSampleBytes` bytes from the start of a file. `maxBytes` limits the content of a compressed file.
 */
async function readBeginning(
  file: string,
  maxSampleBytes: number,
  maxBytes: number,
): Promise<Pick<Sample, 'bytes' | 'isWhole'>> {
  const source = await openInput(file, maxBytes);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    await whileInterruptible(async (signal) => {
      for await (const chunk of source.chunks(0, signal)) {
        // The source may reuse its buffer, so the bytes must be copied. Buffer.slice() would not copy them.
        chunks.push(new Uint8Array(chunk.subarray(0, maxSampleBytes + 1 - length)));
        length += chunk.length;
        if (length > maxSampleBytes) break;
      }
    });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    throw new SystemFailure(`cannot read ${nameInput(file)}: ${reasonOf(error)}`);
  } finally {
    await source.close();
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxSampleBytes), isWhole: length <= maxSampleBytes };
}

function describe({ name, rating, verdict }: Inference, isNameGuessed: boolean): string {
  const { records, accepted, failure } = rating;
  const end = failure === null ? '' : `; reading the sample failed: ${failure.message}`;
  const lines = [
    `${name}.yaml accepts ${formatCount(accepted)} of ${formatCounted(records, 'record')}${end}`,
    ...verdict.undecided.map((what) => `undecided: ${what}`),
    ...(isNameGuessed ? [`save it as specs/${name}.yaml, or set --name: a spec has the name of its file`] : []),
  ];
  return lines.map(visible).join('\n');
}

function readFormat(written: string | undefined): Sample['format'] {
  if (written === undefined) return null;
  const format = formatNames.find((one) => one === written.toUpperCase().replace(/[- ]/g, '_'));
  if (format === undefined) throw new UsageError(`--format takes one of ${formatNames.join(', ')}, not "${written}"`);
  return format;
}

function readRecordPath(written: string | undefined): string | null {
  if (written === undefined) return null;
  if (/^\/{1,2}[^/@\s]+(?:\/[^/@\s]+)*$/.test(written)) return written;
  throw new UsageError(
    `--record-path takes the path of an element, not "${written}"`,
    'name all elements from the document element down, for example /Orders/Order, or the last ones: //Order',
  );
}

function readSampleBytes(written = SAMPLE_BYTES): number {
  try {
    const bytes = parseSize(written);
    if (bytes <= MAX_SAMPLE_BYTES) return bytes;
  } catch {
    // Reported below.
  }
  throw new UsageError(`--sample-bytes takes a size up to 64MiB, such as 500KiB, not "${written}"`);
}
