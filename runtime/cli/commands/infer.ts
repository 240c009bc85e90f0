import { basename } from 'node:path';
import { formatNames } from '../../../compiler/formats.ts';
import type { Inference, Sample } from '../../../compiler/index.ts';
import { loadEsm } from '../../state/registry/compile/load-esm.ts';
import { EXIT, type Command, type CommandInput, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { readSpecName } from '../operands/spec-name.ts';
import { isWorkbook } from '../../reading/source/is-workbook.ts';
import { readBeginning } from '../operands/beginning.ts';
import { COPYBOOK_ENCODING, printCopybookDraft } from './infer-copybook.ts';
import { nameHint, printRefusal, readSampleBytes } from './infer-flags.ts';
import { formatCount, formatCounted } from '../format/numbers.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { visible } from '../format/terminal.ts';

type Names = 'maxFileBytes';

const NAMES = `${formatNames.slice(0, -1).join(', ')} or ${formatNames.at(-1)}`;

/** The command `specmill infer`. */
export const command: Command<Names> = {
  usage: [
    'infer FILE [--name N] [--format F] [--record-path P] [--sample-bytes SIZE] > specs/N.yaml',
    'infer --copybook FILE [--data FILE] [--encoding E] [--name N] [--sample-bytes SIZE] > specs/N.yaml',
  ],
  description: [
    'Drafts a spec from a sample file and prints it as YAML. The file is CSV, fixed width, XML, JSON or XLSX, may be compressed, and -',
    'is standard input. The draft contains format, encoding, header, types, dates, separators, required and sensitive fields,',
    'lengths, and the values of columns with few distinct values. Comments mark uncertain choices, and values that deviate in',
    'up to 5 % of the records. The draft compiles and is tried on the sample. It is rated by the records that it accepts, and by',
    'how much of the sample becomes values, types and names.',
    'With --copybook, the spec is that of a COBOL copybook: its items at their places, packed, zoned and binary numbers, and the',
    'values of levels 88 as rules. --data is a file that it describes: the draft is tried on it, and its records are recognised.',
    'Exit code 1: the rating is too low, the draft rejects more than a few faulty records, or no spec can be drafted. Then infer',
    'reports what it could not decide.',
  ].join('\n'),
  flags: {
    name: { takes: 'N', help: 'name of the spec (default: from the file name)' },
    format: { takes: 'F', help: `${NAMES} (default: detected from the sample)`, choices: formatNames },
    'record-path': {
      takes: 'P',
      help: 'path of the records: elements of XML, or values of JSON, such as /orders/* (default: those with most values)',
    },
    'sample-bytes': { takes: 'SIZE', help: 'read at most this much of the file (default 4MiB)' },
    copybook: { takes: 'FILE', help: 'draft the spec of a COBOL copybook, in fixed or free format' },
    data: { takes: 'FILE', help: 'copybook: a file with records that it describes, read as it is' },
    encoding: { takes: 'E', help: `copybook: the encoding of its files (default ${COPYBOOK_ENCODING})` },
    schema: {
      takes: 'PATH',
      help: 'path of the output of `docs --spec-schema`, for editors (default ../generated/spec.schema.json)',
    },
  },
  settings: ['maxFileBytes'],
  operands: { min: 0, max: 1, kind: 'file' },
  run: printDraft,
};

async function printDraft(input: CommandInput<Names>): Promise<ExitCode> {
  const copybook = input.flags.get('copybook');
  if (copybook !== undefined) return printCopybookDraft(copybook, input);
  for (const flag of ['data', 'encoding'])
    if (input.flags.has(flag)) throw new UsageError(`--${flag} requires --copybook`);
  return printSampleDraft(input);
}

async function printSampleDraft({ operands: [file], flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  if (file === undefined)
    throw new UsageError('FILE is missing. Name a sample of the files to read, or a copybook with --copybook');
  const format = readFormat(flags.get('format'));
  const named = readSpecName(flags.get('name'));
  const recordPath = readRecordPath(flags.get('record-path'));
  const maxSampleBytes = readSampleBytes(flags.get('sample-bytes'));
  // A draft reads the first sheet of a workbook, and names it.
  const kind = (await isWorkbook(file)) ? { workbook: { sheet: '1' } } : {};
  const { bytes, isWhole } = await readBeginning(file, { maxSampleBytes, maxBytes: settings.maxFileBytes, kind });
  const { inferSpec, NoDraft, specNameOf } = await import('../../../compiler/index.ts');
  const fileName = file === '-' ? 'standard input' : basename(file);
  const sample: Sample = {
    bytes,
    isWhole,
    fileName,
    name: named ?? specNameOf(file === '-' ? '' : fileName),
    format: recordPath === null ? format : isPointer(recordPath) ? 'JSON' : 'XML',
    recordPath,
    schema: flags.get('schema') ?? '../generated/spec.schema.json',
  };
  const inference = await inferSpec(sample, loadEsm).catch((error: unknown) => {
    if (error instanceof NoDraft) return error;
    throw error;
  });
  if (inference instanceof NoDraft) return printRefusal(file, inference);
  await printToStdout(inference.yaml);
  await printToStderr(`${describe(inference, named === undefined)}\n`);
  return inference.verdict.undecided.length === 0 ? EXIT.success : EXIT.invalid;
}

function describe({ name, rating, verdict }: Inference, isNameGuessed: boolean): string {
  const { records, accepted, failure } = rating;
  const end = failure === null ? '' : `; reading the sample failed: ${failure.message}`;
  const lines = [
    `${name}.yaml accepts ${formatCount(accepted)} of ${formatCounted(records, 'record')}${end}`,
    ...verdict.undecided.map((what) => `undecided: ${what}`),
    ...(isNameGuessed ? [nameHint(name)] : []),
  ];
  return lines.map(visible).join('\n');
}

function readFormat(written: string | undefined): Sample['format'] {
  if (written === undefined) return null;
  const format = formatNames.find((one) => one === written.toUpperCase().replace(/[- ]/g, '_'));
  if (format === undefined) throw new UsageError(`--format takes one of ${formatNames.join(', ')}, not "${written}"`);
  return format;
}

/** Whether a path names values of JSON: `*` is each item of a list. */
function isPointer(path: string): boolean {
  return path.split('/').includes('*');
}

function readRecordPath(written: string | undefined): string | null {
  if (written === undefined) return null;
  if (/^\/{1,2}[^/@\s]+(?:\/[^/@\s]+)*$/.test(written)) return written;
  throw new UsageError(
    `--record-path takes the path of an element, not "${written}"`,
    'name all elements from the document element down, for example /Orders/Order, or the last ones: //Order; for JSON: /orders/*',
  );
}
