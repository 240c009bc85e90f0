import { openStoreReader } from '../../state/store/open-store-reader.ts';
import type { Topic } from '../../state/store/topic-reader.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { formatCount } from '../format/numbers.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { formatTable } from '../format/table.ts';
import { type Terminal, terminalOf } from '../format/terminal.ts';
import { requireEmbedded } from '../operands/topic-operand.ts';

type Names = 'data' | 'broker';

/** The command `specmill topics`. */
export const command: Command<Names> = {
  usage: ['topics [--json]'],
  description: 'Lists the topics of the embedded broker. It also works while the service is running.',
  flags: { json: { takes: null, help: 'print a JSON array of { name, messages } instead of a table' } },
  settings: ['data', 'broker'],
  operands: { min: 0, max: 0 },
  run: listTopics,
};

async function listTopics({ flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  requireEmbedded(settings.broker, 'topics');
  const reader = await openStoreReader(settings.data);
  try {
    const topics = await reader.topics.list();
    await printToStdout(
      flags.has('json') ? `${JSON.stringify(topics)}\n` : formatTopics(topics, terminalOf(process.stdout)),
    );
    if (topics.length === 0 && !flags.has('json')) await printToStderr(`there is no topic in ${settings.data} yet\n`);
    return EXIT.success;
  } finally {
    await reader.close();
  }
}

function formatTopics(topics: readonly Topic[], terminal: Terminal): string {
  if (topics.length === 0) return '';
  const rows = topics.map(({ name, messages }) => [
    { text: formatCount(messages), paint: terminal.bold },
    { text: name },
  ]);
  return `${formatTable([{ title: 'Messages', align: 'right' }, { title: 'Topic' }], rows, terminal.width).join('\n')}\n`;
}
