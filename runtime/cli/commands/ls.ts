import type { RemoteFile } from '../../connector/connector.ts';
import { parseCount } from '../../state/settings/values/parsers.ts';
import { parseNamed } from '../../state/settings/values/setting.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { formatCount } from '../format/numbers.ts';
import { formatTable } from '../format/table.ts';
import { terminalOf, visible, visibleJson } from '../format/terminal.ts';
import {
  INTEGRATION_SETTINGS,
  type IntegrationSettingName,
  readIntegrationPath,
  withIntegrations,
} from '../operands/integration-operand.ts';

const FILES_LISTED = 1000;

/** The command `specmill ls`. */
export const command: Command<IntegrationSettingName> = {
  usage: ['ls INTEGRATION[:PATH] [--pattern P] [--limit N] [--json]'],
  description: [
    'Lists the files in a folder of an integration, in the order of the remote system. PATH is below the root of the',
    'integration; without it, the root is listed. It also works while a service uses the data folder.',
  ].join('\n'),
  flags: {
    pattern: { takes: 'P', help: 'list only files whose names match: *, ?, [a-z], {a,b}' },
    limit: { takes: 'N', help: `list at most N files (default ${FILES_LISTED})` },
    json: { takes: null, help: 'print a JSON array of { path, name, size, modified, version } instead of a table' },
  },
  settings: INTEGRATION_SETTINGS,
  operands: { min: 1, max: 1, missing: 'INTEGRATION is missing. specmill integrations lists them' },
  run: listFiles,
};

async function listFiles({
  operands: [operand = ''],
  flags,
  settings,
}: CommandInput<IntegrationSettingName>): Promise<ExitCode> {
  const { integration, path } = readIntegrationPath(operand);
  const written = flags.get('limit');
  const limit = written === undefined ? FILES_LISTED : parseNamed('--limit', written, parseCount);
  const pattern = flags.get('pattern');
  const files = await withIntegrations(settings, async (integrations) => {
    const { connector, release } = await integrations.openConnector(integration);
    const found: RemoteFile[] = [];
    try {
      for await (const file of connector.list(path, pattern === undefined ? {} : { pattern })) {
        if (found.length === limit) {
          await printToStderr(`only the first ${limit} files are listed: use --limit N\n`);
          break;
        }
        found.push(file);
      }
    } finally {
      release();
    }
    return found;
  });
  await printToStdout(flags.has('json') ? `${visibleJson(JSON.stringify(files))}\n` : formatFiles(files));
  if (files.length === 0 && !flags.has('json')) await printToStderr(`no file found in ${visible(operand)}\n`);
  return EXIT.success;
}

function formatFiles(files: readonly RemoteFile[]): string {
  if (files.length === 0) return '';
  const rows = files.map(({ size, modified, name }) => [
    { text: formatCount(size) },
    { text: (modified ?? '').slice(0, 19).replace('T', ' ') },
    { text: visible(name) },
  ]);
  const columns = [{ title: 'Bytes', align: 'right' as const }, { title: 'Modified (UTC)' }, { title: 'Name' }];
  return `${formatTable(columns, rows, terminalOf(process.stdout).width).join('\n')}\n`;
}
