import { type BrokerSettingName, brokerSettings, readBroker } from '../../state/settings/broker.ts';
import { canBeStructured } from '../../base/model/cloud-event.ts';
import { createStructuredSink } from '../../sink/structured-sink.ts';
import { findUnfitRecords } from '../../base/model/destination.ts';
import { openLineFile, createStreamTarget, type LineTarget } from '../../sink/line-targets.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { formatReport } from '../format/report.ts';
import { formatResult } from '../format/result.ts';
import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { HeldMessages } from '../../base/model/held-messages.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import { DELIVERIES, type RunOptions } from '../../base/model/run-info.ts';
import { fromFlag, membersFlag, OTHER_INTEGRATION_SETTINGS, withInputFile } from '../operands/from-flag.ts';
import type { IntegrationSettingName } from '../operands/integration-operand.ts';
import { type InputFile, isSameFile } from '../operands/input.ts';
import { withFileReadableTwice } from '../operands/readable-twice.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { exitCodeOf, runFromCommand, threadsOf } from './run-command.ts';
import { readRunOptions, readSpecFlag, runFlags } from '../operands/run-flags.ts';
import { settings } from '../../state/settings/declarations.ts';
import { readSchemas, type SchemaSettingName, schemaSettings } from '../../state/settings/schemas.ts';
import { encoderOfFormat, isDefaultFormat } from '../../base/model/value-format.ts';
import { loadNamedSpec } from '../operands/spec-operand.ts';
import { terminalOf, visible } from '../format/terminal.ts';
import { CODECS, EVENT_FORMATS, readEventFormat } from '../operands/event-format.ts';
import { readTopicName } from '../operands/topic-operand.ts';
import type { TransformOne } from './transform-members.ts';
import { reasonOf, systemCode } from '../../base/files/error-reason.ts';

type Names =
  | 'specs'
  | 'data'
  | BrokerSettingName
  | 'cloudevents'
  | 'threads'
  | 'keepFiles'
  | 'maxFileBytes'
  | 'maxRecordBytes'
  | 'maxColumns'
  | 'maxOutputBytes'
  | 'maxOutputRatio'
  | 'maxProcessorTime'
  | SchemaSettingName
  | IntegrationSettingName;

/** The command `specmill transform`. */
export const command: Command<Names> = {
  usage: [
    'transform --spec S FILE --out FILE|- [--format F] [--skip-invalid] [--max-errors N] [--delivery D] [--json]',
    'transform --spec S FILE --topic T [--dead-letter T] …',
    'transform --spec S --from INTEGRATION:PATH (--out FILE|- | --topic T) …',
    'transform --spec S ARCHIVE --members PATTERN (--out FILE|- | --topic T) …',
  ],
  description: [
    'Reads FILE (- is standard input) with a spec and writes its records as events, one JSON object per line.',
    'With --format avro, FILE of --out is an object container file of Avro, which contains its schema. With --format',
    'parquet, it is a Parquet file with a column for each field.',
    'A table of issues or, with --json, the ProcessingResult goes to standard output; with --out - to standard error.',
    'The file of --out is created or replaced only when the run completes. A FAILED run does not change it.',
    'If the reader of --out - closes early (| head), the run stops with exit code 0.',
    'With --topic, the events go to a broker: the embedded one in the data folder, or Kafka (--broker kafka://host:9092).',
    'Either way the data folder stores the run, so no service may use the folder at the same time.',
    'An interrupted run resumes when the same command runs again.',
    'With --members, each file of an archive that matches is read in a run of its own, and the file of --out has the events',
    'of all runs that completed, in the order of the archive.',
    'With --from, the file is read from an integration (see specmill integrations).',
  ].join('\n'),
  flags: {
    ...runFlags,
    ...fromFlag,
    ...membersFlag,
    out: { takes: 'FILE', help: 'destination of the events; - is standard output' },
    format: {
      takes: 'F',
      help: `format of the events of --out: ${EVENT_FORMATS.join(', ')} (default json)`,
      choices: EVENT_FORMATS,
    },
    codec: {
      takes: 'C',
      help: `compression of the blocks of --format avro: ${CODECS.join(', ')} (default null)`,
      choices: CODECS,
    },
    topic: { takes: 'T', help: 'publish the events to this topic' },
    delivery: { takes: 'D', help: 'at-least-once (default), exactly-once, all-or-nothing', choices: DELIVERIES },
    'dead-letter': { takes: 'T', help: 'topic for the records that are not published' },
  },
  settings: [
    'specs',
    'data',
    ...brokerSettings,
    'cloudevents',
    'threads',
    'keepFiles',
    'maxFileBytes',
    'maxRecordBytes',
    'maxColumns',
    'maxOutputBytes',
    'maxOutputRatio',
    'maxProcessorTime',
    ...schemaSettings,
    ...OTHER_INTEGRATION_SETTINGS,
  ],
  operands: { min: 0, max: 1, kind: 'file' },
  run: transform,
};

function transform(input: CommandInput<Names>): Promise<ExitCode> {
  return withInputFile(input, async (file) => {
    const pattern = input.flags.get('members');
    const transformOne = await prepare(input, file);
    if (pattern === undefined) return transformOne(file);
    const { transformMembers } = await import('./transform-members.ts');
    const { maxFileBytes: maxBytes } = input.settings;
    const request = { pattern, maxBytes, findFiles: async () => [file] };
    const out = input.flags.get('out');
    return transformMembers(request, {
      transformOne,
      openAll: out === undefined || out === '-' ? null : () => openTarget(out),
    });
  });
}

/** Reads the flags, and returns a function that transforms a file and returns the exit code. */
function prepare(input: CommandInput<Names>, file: InputFile): Promise<TransformOne> {
  return input.flags.has('topic') ? prepareForTopic(input) : prepareForFile(input, file);
}

async function prepareForFile(input: CommandInput<Names>, { path }: InputFile): Promise<TransformOne> {
  const out = readDestination(input, path);
  const options = readTransformOptions(input);
  const { encoder, createSink, requireFit } = readEventFormat(input);
  const isStructured = options.cloudevents === 'structured';
  const spec = await loadNamedSpec(readSpecFlag(input), input.settings, { encoder, publishes: true });
  requireFit(spec.module.spec);
  if (isStructured && !canBeStructured(spec.module.spec))
    throw new UsageError('structured CloudEvents contain JSON', 'leave out --cloudevents or --format');
  const isGated = out === '-' && (spec.module.spec.hasGate === true || options.maxErrorShare !== undefined);
  return async (file, target) => {
    const run = (readable: InputFile) =>
      runFromCommand({
        file: readable,
        spec,
        options,
        ...threadsOf(input),
        publishesEarly: isGated,
        hashesFirst: isStructured,
        showsHash: input.flags.has('json'),
        openSink: async () => {
          const sink = createSink(target ?? (await openTarget(out)));
          return isStructured ? createStructuredSink(sink) : sink;
        },
      });
    const result = isGated || isStructured ? await withFileReadableTwice(file, run) : await run(file);
    if (out === '-') await printToStderr(formatOutcome(result, input, process.stderr));
    else await printToStdout(formatOutcome(result, input, process.stdout));
    const isSilent = result.status === 'FAILED' || input.flags.has('json');
    const hint = isSilent ? null : hintOfTypes(spec.module.spec);
    if (hint !== null) await printToStderr(`hint: ${visible(hint)}\n`);
    if (out !== '-' && result.status === 'FAILED')
      await printToStderr(`${notWritten(out, file)} because the run failed\n`);
    return exitCodeOf(result);
  };
}

function notWritten(out: string, { shownPath }: InputFile): string {
  return shownPath === undefined ? `${visible(out)} was not written` : `no event of ${visible(shownPath)} was written`;
}

/** Returns a hint if the events have several types, and nothing in them says which one. */
function hintOfTypes({ recordTypes = [], recordTypeMember }: SpecInfo): string | null {
  const published = recordTypes.filter(({ isPublished }) => isPublished).map(({ name }) => name);
  if (published.length < 2 || recordTypeMember !== undefined) return null;
  const named = published.slice(0, MAX_NAMED_TYPES).join(', ') + (published.length > MAX_NAMED_TYPES ? ', …' : '');
  return `the events have several types (${named}), and no member says which one: set recordTypeMember in the spec, such as recordTypeMember: kind`;
}

const MAX_NAMED_TYPES = 5;

function readTransformOptions(input: CommandInput<Names>): RunOptions {
  const { maxOutputBytes, maxOutputRatio } = input.settings;
  const { cloudevents } = input.settings;
  const options = { ...readRunOptions(input), maxOutputBytes, maxOutputRatio };
  return cloudevents === 'binary' ? options : { ...options, cloudevents };
}

async function prepareForTopic(input: CommandInput<Names>): Promise<TransformOne> {
  const { flags, settings } = input;
  if (flags.has('format'))
    throw new UsageError(
      '--format is the format of a file, so it requires --out',
      'use --value-format for the events of a topic',
    );
  if (flags.has('out')) throw new UsageError('--topic and --out cannot be combined', 'use one of them');
  const topic = readTopicName(flags.get('topic') ?? '', '--topic');
  const deadLetters = flags.get('dead-letter');
  const deadLetterTopic = deadLetters === undefined ? null : readTopicName(deadLetters, '--dead-letter');
  if (deadLetterTopic === topic)
    throw new UsageError(
      '--dead-letter and --topic name the same topic',
      'use another topic for the records that are not published',
    );
  const { valueFormat } = settings;
  const options = readTransformOptions(input);
  if (options.cloudevents === 'structured' && !isDefaultFormat(valueFormat))
    throw new UsageError('structured CloudEvents contain plain JSON', 'leave out --cloudevents or --value-format');
  const broker = await readBroker(settings, process.env);
  const schemas = readSchemas(settings, process.env);
  const encoder = encoderOfFormat(valueFormat);
  const spec = await loadNamedSpec(readSpecFlag(input), settings, { encoder, publishes: true, keepsTables: true });
  const unfit = findUnfitRecords({ kind: 'topic', deadLetterTopic }, spec.module.spec, '--dead-letter');
  if (unfit !== null) throw new UsageError(unfit);
  const { transformToTopic } = await import('./transform-to-topic.ts');
  return async (file) => {
    const result = await transformToTopic({
      file,
      spec,
      options,
      topic,
      deadLetterTopic,
      data: settings.data,
      threads: settings.threads,
      keepFilesMs: settings.keepFiles,
      broker,
      schemas,
    });
    await printToStdout(formatOutcome(result, input, process.stdout));
    return isSystemFailure(result) ? EXIT.system : exitCodeOf(result);
  };
}

function formatOutcome(result: ProcessingResult, { flags }: CommandInput, stream: NodeJS.WriteStream): string {
  return flags.has('json') ? formatResult(result) : formatReport(result, terminalOf(stream));
}

/** Returns true if the run failed because of the broker or the store, not because of the file. */
function isSystemFailure({ failure }: ProcessingResult): boolean {
  return (
    failure !== undefined &&
    (failure.code.startsWith('schema_') ||
      ['topic_not_found', 'broker_refused', 'checkpoint_lost', 'internal_error'].includes(failure.code))
  );
}

/** The flags of schemas of messages, without the one that files have, too. */
const OF_TOPICS = schemaSettings.filter((name) => name !== 'schemaNamespace').map((name) => settings[name].flag);

function readDestination({ flags }: CommandInput, file: string): string {
  const out = flags.get('out');
  if (flags.has('dead-letter')) throw new UsageError('--dead-letter requires --topic');
  const unused = OF_TOPICS.find((flag) => flags.has(flag));
  if (unused !== undefined)
    throw new UsageError(
      `--${unused} is for the messages of a topic, so it requires --topic`,
      'use --format for the events of --out',
    );
  if (out === undefined)
    throw new UsageError('the events have no destination', 'use --out FILE, --out - for standard output, or --topic T');
  if (out === '-' && flags.get('delivery') === 'all-or-nothing') {
    throw new UsageError(
      '--delivery all-or-nothing requires a file: text written to standard output cannot be withdrawn',
      'use --out FILE',
    );
  }
  if (isSameFile(file, out))
    throw new UsageError('--out names the input file, which the events would overwrite', 'use another name for --out');
  return out;
}

async function openTarget(out: string): Promise<LineTarget> {
  const fail = (error: unknown): never => {
    if (systemCode(error) === 'EPIPE') throw error;
    throw new SystemFailure(`cannot write ${out === '-' ? 'to standard output' : out}: ${reasonOf(error)}`);
  };
  const target = out === '-' ? createStreamTarget(process.stdout) : await openLineFile(out).catch(fail);
  const { writeHeld } = target;
  return {
    ...(writeHeld !== undefined && {
      writeHeld: (held: HeldMessages, position: number) => writeHeld(held, position).catch(fail),
    }),
    write: (parts, position) => target.write(parts, position).catch(fail),
    finish: () => target.finish().catch(fail),
    discard: () => target.discard().catch(fail),
  };
}
