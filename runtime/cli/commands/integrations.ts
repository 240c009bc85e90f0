import type { Integration } from '../../jobs/integrations/integration.ts';
import { type TestOutcome, testIntegration } from '../../jobs/integrations/test-integration.ts';
import { readChoice } from '../command-line/choice.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { formatTable } from '../format/table.ts';
import { terminalOf, visible, visibleJson } from '../format/terminal.ts';
import {
  INTEGRATION_SETTINGS,
  type IntegrationSettingName,
  withIntegrations,
} from '../operands/integration-operand.ts';

const ACTIONS = ['list', 'test'] as const;

/** The command `specmill integrations`. */
export const command: Command<IntegrationSettingName> = {
  usage: ['integrations [list] [--json]', 'integrations test NAME [--write] [--json]'],
  description: [
    'Lists the integrations of the data folder and of the specs folder, or tests the connection to one of them.',
    'NAME is the name or the id of an integration. A test ends at the first step that fails, with exit code 3. Both also work while a service uses the data folder.',
  ].join('\n'),
  flags: {
    write: { takes: null, help: 'test: also write and remove a file' },
    json: { takes: null, help: 'print JSON, as the service does, instead of a table' },
  },
  settings: INTEGRATION_SETTINGS,
  operands: { min: 0, max: 2, kind: ACTIONS },
  run,
};

async function run(input: CommandInput<IntegrationSettingName>): Promise<ExitCode> {
  const [action = 'list', name] = input.operands;
  switch (readChoice('integrations', action, ACTIONS)) {
    case 'list':
      if (name !== undefined) throw new UsageError(`unexpected operand "${name}"`);
      if (input.flags.has('write')) throw new UsageError('--write requires integrations test NAME');
      return list(input);
    case 'test':
      if (name === undefined) throw new UsageError('NAME is missing', 'specmill integrations lists them');
      return test(input, name);
  }
}

async function list({ flags, settings }: CommandInput<IntegrationSettingName>): Promise<ExitCode> {
  const found = await withIntegrations(settings, (integrations) => integrations.list());
  const isJson = flags.has('json');
  await printToStdout(isJson ? `${visibleJson(JSON.stringify(found, null, 2))}\n` : formatIntegrations(found));
  if (found.length === 0 && !isJson)
    await printToStderr(`no integration found in ${visible(settings.data)} and ${visible(settings.specs)}\n`);
  return EXIT.success;
}

function formatIntegrations(found: readonly Integration[]): string {
  if (found.length === 0) return '';
  const rows = found.map(({ name, type, config, id }) => [
    { text: name },
    { text: type },
    { text: visible(placeOf(config)) },
    { text: id },
  ]);
  const columns = [{ title: 'Name' }, { title: 'Type' }, { title: 'Place', maxWidth: 40 }, { title: 'Id' }];
  return `${formatTable(columns, rows, terminalOf(process.stdout).width).join('\n')}\n`;
}

/** Returns what a person recognises a system by: its host, its URL, its bucket, or its folder. */
function placeOf(config: Integration['config']): string {
  const { host, baseUrl, accountUrl, container, bucket, root } = config;
  const place = host ?? baseUrl ?? (accountUrl === undefined ? null : `${accountUrl}/${container}`) ?? bucket ?? root;
  return String(place ?? '');
}

async function test({ flags, settings }: CommandInput<IntegrationSettingName>, name: string): Promise<ExitCode> {
  const outcome = await withIntegrations(settings, (integrations) =>
    testIntegration(integrations, name, { isWriting: flags.has('write') }),
  );
  await printToStdout(flags.has('json') ? `${visibleJson(JSON.stringify(outcome))}\n` : formatTest(outcome));
  return outcome.ok ? EXIT.success : EXIT.system;
}

function formatTest({ steps }: TestOutcome): string {
  const terminal = terminalOf(process.stdout);
  const rows = steps.map(({ step, ok, durationMs, detail }) => [
    { text: ok ? 'ok' : 'failed', paint: ok ? terminal.green : terminal.red },
    { text: step },
    { text: `${durationMs} ms` },
    { text: visible(detail) },
  ]);
  const columns = [{ title: '' }, { title: 'Step' }, { title: 'Time', align: 'right' as const }, { title: 'Detail' }];
  return `${formatTable(columns, rows, terminal.width).join('\n')}\n`;
}
