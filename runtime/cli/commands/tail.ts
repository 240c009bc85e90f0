import { setTimeout as sleep } from 'node:timers/promises';
import { createStreamTarget, type LineTarget } from '../../sink/line-targets.ts';
import { openStoreReader } from '../../state/store/open-store-reader.ts';
import type { StoreReader } from '../../state/store/store.ts';
import type { Message } from '../../state/store/topic-reader.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { UnknownWordError } from '../command-line/failures.ts';
import { whileInterruptible } from '../operands/input.ts';
import { visibleJson } from '../format/terminal.ts';
import { readTopicName, requireEmbedded } from '../operands/topic-operand.ts';
import { parseNamed } from '../../state/settings/values/setting.ts';
import { parseCount } from '../../state/settings/values/parsers.ts';

const POLL_MS = 200;

type Names = 'data' | 'broker';

/** The command `specmill tail`. */
export const command: Command<Names> = {
  usage: ['tail TOPIC [--from N] [--limit N] [--follow]'],
  description: [
    'Prints the messages of a topic of the embedded broker, one JSON object per line: offset, timestamp, key, headers, value',
    '(valueBase64 if the value is not UTF-8). It also works while the service is running.',
  ].join('\n'),
  flags: {
    from: { takes: 'N', help: 'first offset to print (default 0)' },
    limit: { takes: 'N', help: 'print at most N messages' },
    follow: { takes: null, help: 'wait for new messages until interrupted' },
  },
  settings: ['data', 'broker'],
  operands: { min: 1, max: 1, missing: 'TOPIC is missing. specmill topics lists the topics' },
  run: tail,
};

interface MessageRange {
  topic: string;
  from: number;
  limit: number;
}

async function tail({ operands, flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  requireEmbedded(settings.broker, 'tail');
  const topic = readTopicName(operands[0] ?? '', 'tail');
  const range: MessageRange = {
    topic,
    from: readCount(flags, 'from') ?? 0,
    limit: readCount(flags, 'limit') ?? Infinity,
  };
  const target = createStreamTarget(process.stdout);
  await whileInterruptible(async (signal) => {
    const reader = await (flags.has('follow')
      ? waitForTopic(settings.data, topic, signal)
      : findTopic(settings.data, topic));
    try {
      for (let left = range; ; ) {
        left = await printMessages(reader, left, target, signal);
        if (left.limit === 0 || !flags.has('follow')) return;
        await sleep(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    } finally {
      await reader.close();
    }
  });
  return EXIT.success;
}

/** Prints the messages of the range that exist now. Returns the range of messages that remain. */
async function printMessages(
  reader: StoreReader,
  range: MessageRange,
  target: LineTarget,
  signal: AbortSignal,
): Promise<MessageRange> {
  let { from, limit } = range;
  for await (const messages of reader.topics.messages(range.topic, { from, limit })) {
    signal.throwIfAborted();
    await target.write([Buffer.from(messages.map(toLine).join(''))]);
    from += messages.length;
    limit -= messages.length;
  }
  return { ...range, from, limit };
}

function toLine(message: Message): string {
  return `${visibleJson(JSON.stringify(message))}\n`;
}

async function findTopic(data: string, topic: string): Promise<StoreReader> {
  const reader = await openStoreReader(data);
  if ((await reader.topics.find(topic)) !== null) return reader;
  const names = (await reader.topics.list()).map(({ name }) => name);
  await reader.close();
  throw new UnknownWordError(`there is no topic "${topic}" in ${data}`, {
    written: topic,
    known: names,
    hint: 'specmill topics lists the topics; --follow waits until the topic exists',
  });
}

async function waitForTopic(data: string, topic: string, signal: AbortSignal): Promise<StoreReader> {
  for (;;) {
    signal.throwIfAborted();
    const reader = await openStoreReader(data);
    if ((await reader.topics.find(topic)) !== null) return reader;
    await reader.close();
    await sleep(POLL_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

function readCount(flags: ReadonlyMap<string, string>, flag: string): number | null {
  const written = flags.get(flag);
  return written === undefined ? null : parseNamed(`--${flag}`, written, parseCount);
}
