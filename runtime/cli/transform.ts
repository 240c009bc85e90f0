import { type BrokerSettingName, brokerSettings, readBroker } from '../broker.ts';
import { openLineFile, makeStreamTarget } from '../sink/line-targets.ts';
import { type LineTarget, makeNdjsonSink } from '../sink/ndjson.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from './command.ts';
import { reasonOf, SystemFailure, systemCode, WrongUsage } from './failures.ts';
import { formatResult } from './format-result.ts';
import type { ProcessingResult } from '../run/result.ts';
import { isSameFile } from './input.ts';
import { printAside, printResult } from './output.ts';
import { exitCodeOf, runFromCommand, threadsOf } from './run-command.ts';
import { readRunOptions, readSpecFlag, runFlags } from './run-flags.ts';
import { loadNamedSpec } from './spec-operand.ts';
import { visible } from './terminal.ts';
import { readTopicName } from './topic-operand.ts';

const ERRORS_LISTED = 1000;

type Names = 'specs' | 'data' | BrokerSettingName | 'threads' | 'keepFiles' | 'maxFileBytes' | 'maxRecordBytes';

export const command: Command<Names> = {
  usage: [
    'transform --spec S FILE --out FILE|- [--skip-invalid] [--max-errors N] [--delivery D]',
    'transform --spec S FILE --topic T [--dead-letter T] …',
  ],
  description: [
    'Reads FILE (- is the standard input) as the spec says and writes its records as events, one JSON object a line.',
    'The ProcessingResult goes to the standard output, with --out - to the standard error.',
    'A file named by --out appears, or is replaced, only when the run has come to its end: one that FAILED leaves nothing.',
    'A reader that leaves early (--out - | head) ends the run in silence, with exit code 0.',
    'With --topic they go to the broker: the embedded one in the data folder, or Kafka (--broker kafka://host:9092).',
    'The data folder keeps the run in both cases: no service may be at work on it.',
    'Such a run outlives its process: it goes on where it was when the same command is given again.',
  ].join('\n'),
  flags: {
    ...runFlags,
    out: { takes: 'FILE', help: 'where the events go; - is the standard output' },
    topic: { takes: 'T', help: 'publish the events to this topic' },
    delivery: { takes: 'D', help: 'at-least-once (default), exactly-once, all-or-nothing' },
    'dead-letter': { takes: 'T', help: 'topic for the records that are not published' },
  },
  settings: ['specs', 'data', ...brokerSettings, 'threads', 'keepFiles', 'maxFileBytes', 'maxRecordBytes'],
  operands: { min: 1, max: 1, missing: 'the FILE to transform is missing; - is the standard input' },
  run: transform,
};

async function transform(input: CommandInput<Names>): Promise<ExitCode> {
  const file = input.operands[0] ?? '-';
  if (input.flags.has('topic')) return transformIntoTopic(input, file);
  const out = readDestination(input, file);
  const options = readRunOptions(input, ERRORS_LISTED);
  const spec = await loadNamedSpec(readSpecFlag(input), input.settings);
  const result = await runFromCommand({
    file,
    spec,
    options,
    ...threadsOf(input),
    openSink: async () => makeNdjsonSink(await openTarget(out)),
  });
  if (out === '-') await printAside(formatResult(result));
  else await printResult(formatResult(result));
  if (out !== '-' && result.status === 'FAILED') await printAside(`${visible(out)} is not written: the run failed\n`);
  return exitCodeOf(result);
}

async function transformIntoTopic(input: CommandInput<Names>, file: string): Promise<ExitCode> {
  const { flags, settings } = input;
  if (flags.has('out')) throw new WrongUsage('the events have two destinations', 'use either --topic or --out');
  const topic = readTopicName(flags.get('topic') ?? '', '--topic');
  const deadLetters = flags.get('dead-letter');
  const deadLetterTopic = deadLetters === undefined ? null : readTopicName(deadLetters, '--dead-letter');
  if (deadLetterTopic === topic)
    throw new WrongUsage(
      '--dead-letter is the topic of the events',
      'use another topic for the records that are not published',
    );
  const options = readRunOptions(input, ERRORS_LISTED);
  const broker = await readBroker(settings, process.env);
  const spec = await loadNamedSpec(readSpecFlag(input), settings);
  const { transformToTopic } = await import('./transform-to-topic.ts');
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
  });
  await printResult(formatResult(result));
  return isSystemFailure(result) ? EXIT.system : exitCodeOf(result);
}

/** Whether a run failed by what it publishes to, and not by its file. */
function isSystemFailure({ failure }: ProcessingResult): boolean {
  return (
    failure !== undefined &&
    ['topic_not_found', 'broker_refused', 'checkpoint_lost', 'internal_error'].includes(failure.code)
  );
}

function readDestination({ flags }: CommandInput, file: string): string {
  const out = flags.get('out');
  if (flags.has('dead-letter')) throw new WrongUsage('--dead-letter is for --topic: a file has no topic beside it');
  if (out === undefined)
    throw new WrongUsage(
      'the events have no destination',
      'use --out FILE, --out - for the standard output, or --topic T',
    );
  if (out === '-' && flags.get('delivery') === 'all-or-nothing') {
    throw new WrongUsage(
      'what the standard output has taken cannot be taken back: --delivery all-or-nothing needs a file',
      'use --out FILE',
    );
  }
  if (isSameFile(file, out))
    throw new WrongUsage('the events would overwrite the file that they are read from', 'use another name for --out');
  return out;
}

async function openTarget(out: string): Promise<LineTarget> {
  const fail = (error: unknown): never => {
    if (systemCode(error) === 'EPIPE') throw error;
    throw new SystemFailure(`cannot write ${out === '-' ? 'to the standard output' : out}: ${reasonOf(error)}`);
  };
  const target = out === '-' ? makeStreamTarget(process.stdout) : await openLineFile(out).catch(fail);
  return {
    write: (bytes) => target.write(bytes).catch(fail),
    finish: () => target.finish().catch(fail),
    discard: () => target.discard().catch(fail),
  };
}
