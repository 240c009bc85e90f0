import { encoderNames, encoderOf, type EncoderName } from '../../../compiler/formats.ts';
import { findUnfitRecords, type HeldSpec } from '../../base/model/destination.ts';
import { OUTPUT_FORMATS, type OutputFormatName, outputFormatOf } from '../../base/model/file-format.ts';
import type { Sink } from '../../sink/contract.ts';
import { createContainerSink } from '../../sink/file/container-sink.ts';
import { createParquetSink } from '../../sink/file/parquet/parquet-sink.ts';
import type { LineTarget } from '../../sink/line-targets.ts';
import { createNdjsonSink } from '../../sink/ndjson.ts';
import { readChoice } from '../command-line/choice.ts';
import type { CommandInput } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';

/** The formats of files that are made of the messages of an encoding, and need it. */
const COLUMN_FORMATS = OUTPUT_FORMATS.filter((name) => outputFormatOf(name).encoder !== null);

/** The formats of events in files, as the command line names them. */
export const EVENT_FORMATS: readonly string[] = [...encoderNames, ...COLUMN_FORMATS].map((name) => name.toLowerCase());

/** How the blocks of a file are compressed. */
export const CODECS = ['null', 'deflate'] as const;

/** How the events of a run become a file. */
export interface EventFormat {
  /** The encoding of the messages. Undefined: that of modules that name none. */
  readonly encoder: EncoderName | undefined;
  createSink(target: LineTarget): Sink;
  /** Throws UsageError if a file cannot hold the records of a spec. */
  requireFit(spec: HeldSpec): void;
}

/**
 * Returns the format that --format names, JSON lines by default. Throws UsageError if there is no such format, or other
 * flags do not fit it.
 */
export function readEventFormat(input: CommandInput<'schemaNamespace'>): EventFormat {
  const { flags } = input;
  const written = flags.get('format');
  const name = written === undefined ? null : readChoice('--format', written, EVENT_FORMATS);
  const isNamed = (one: string): boolean => one.toLowerCase() === name;
  const encoder = encoderNames.find(isNamed);
  const columns = COLUMN_FORMATS.find(isNamed);
  const isOfLines = columns === undefined && encoderOf({ encoder }).isLine;
  if (name !== null && !isOfLines && flags.has('members'))
    throw new UsageError(
      `files in the format ${name} cannot be joined, so --members cannot write one`,
      'unpack the archive, and write one file for each member',
    );
  if (columns !== undefined) return readColumnFormat(columns, input);
  return { encoder, createSink: readSink(input, encoder), requireFit: () => {} };
}

function readColumnFormat(format: OutputFormatName, { flags }: CommandInput): EventFormat {
  if (flags.has('codec')) throw unfitCodec();
  return {
    encoder: outputFormatOf(format).encoder ?? undefined,
    createSink: createParquetSink,
    requireFit(spec) {
      const unfit = findUnfitRecords({ kind: 'file', format }, spec);
      if (unfit !== null) throw new UsageError(unfit);
    },
  };
}

/** Returns a function that creates the sink of a file with messages of an encoding. */
function readSink(
  { flags, settings }: CommandInput<'schemaNamespace'>,
  encoder: EncoderName | undefined,
): EventFormat['createSink'] {
  const { container, isLine } = encoderOf({ encoder });
  const codec = readChoice('--codec', flags.get('codec') ?? 'null', CODECS);
  if (container !== undefined && !isLine) {
    const { schemaNamespace: namespace } = settings;
    return (target) => createContainerSink(target, { namespace, isDeflated: codec === 'deflate' });
  }
  if (flags.has('codec')) throw unfitCodec();
  if (isLine) return createNdjsonSink;
  throw new UsageError(`events in the format ${encoder?.toLowerCase()} cannot be the lines of a file`);
}

function unfitCodec(): UsageError {
  return new UsageError('--codec compresses the blocks of a file, so it needs --format avro');
}
