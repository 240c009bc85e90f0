import { RUN_STATUSES, type RunListQuery, type RunSummary } from '../../runs/run-request.ts';
import { parseCount } from '../../state/settings/values/parsers.ts';
import { parseNamed } from '../../state/settings/values/setting.ts';
import { readChoice } from '../command-line/choice.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { formatCount } from '../format/numbers.ts';
import { type Cell, formatTable } from '../format/table.ts';
import { type Terminal, terminalOf, visible, visibleJson } from '../format/terminal.ts';
import { askService, isServiceNamed, type ServicePlace, URL_FLAG } from '../operands/service-client.ts';
import { askOrRead, hasRuns, withRuns } from '../operands/data-folder.ts';

const RUNS_LISTED = 100;

type Names = 'data' | 'keepFiles';

/** The command `specmill runs`. */
export const command: Command<Names> = {
  usage: ['runs [--status S] [--spec S] [--topic T] [--limit N] [--json]'],
  description: [
    'Lists the runs of the data folder, newest first. If a service uses the folder, it is asked, and so is the one that --url',
    'names.',
  ].join('\n'),
  flags: {
    status: { takes: 'STATUS', help: `only runs with this status: ${RUN_STATUSES.join(', ')}`, choices: RUN_STATUSES },
    spec: { takes: 'S', help: 'only runs of this spec: its name or id' },
    topic: { takes: 'T', help: 'only runs into this topic' },
    limit: { takes: 'N', help: `list at most N runs (default ${RUNS_LISTED})` },
    url: URL_FLAG,
    json: { takes: null, help: 'print a JSON array, as the service does, instead of a table' },
  },
  settings: ['data', 'keepFiles'],
  operands: { min: 0, max: 0 },
  run: listRuns,
};

async function listRuns({ flags, settings: { data, keepFiles } }: CommandInput<Names>): Promise<ExitCode> {
  const query = readQuery(flags);
  const place = { flags, data };
  const found = await askOrRead({
    ...place,
    ask: () => askForRuns(query, place),
    read: async () =>
      hasRuns(data)
        ? withRuns({ data, threads: 1, keepFilesMs: keepFiles, route: '/runs', work: (runs) => runs.list(query) })
        : [],
  });
  const isJson = flags.has('json');
  await printToStdout(
    isJson ? `${visibleJson(JSON.stringify(found, null, 2))}\n` : formatRuns(found, terminalOf(process.stdout)),
  );
  const where = isServiceNamed(flags) ? '' : ` in ${visible(data)}`;
  if (found.length === 0 && !isJson) await printToStderr(`no run found${where}\n`);
  return EXIT.success;
}

/** The maximum of a page of the API. */
const PAGE = 1000;

async function askForRuns({ limit, ...filters }: RunListQuery, place: ServicePlace): Promise<RunSummary[]> {
  const found: RunSummary[] = [];
  // The cast is safe: the filters of a command are texts.
  const given = new URLSearchParams(filters as Record<string, string>);
  given.set('limit', String(Math.min(limit, PAGE)));
  for (let next: string | null = `/runs?${given}`; next !== null && found.length < limit; ) {
    const answer = await askService({ path: next }, place);
    // The cast is safe: the API describes the response.
    found.push(...(answer.body as RunSummary[]));
    next = answer.next;
  }
  return found.slice(0, limit);
}

function readQuery(flags: ReadonlyMap<string, string>): RunListQuery {
  const status = flags.get('status');
  const spec = flags.get('spec');
  const topic = flags.get('topic');
  const limit = flags.get('limit');
  return {
    limit: limit === undefined ? RUNS_LISTED : parseNamed('--limit', limit, parseCount),
    ...(status !== undefined && { status: readChoice('--status', status.toUpperCase(), RUN_STATUSES) }),
    ...(spec !== undefined && { spec }),
    ...(topic !== undefined && { topic }),
  };
}

function formatRuns(found: readonly RunSummary[], terminal: Terminal): string {
  if (found.length === 0) return '';
  const paints: Partial<Record<RunSummary['status'], (text: string) => string>> = {
    SUCCESS: terminal.green,
    PARTIAL_SUCCESS: terminal.yellow,
    FAILED: terminal.red,
  };
  const rows = found.map(
    ({ runId, createdAt, status, topic, destination, totalRecords, errorRecords, fileName }): Cell[] => [
      { text: runId },
      { text: createdAt.slice(0, 19).replace('T', ' ') },
      { text: status, ...(paints[status] === undefined ? {} : { paint: paints[status] }) },
      { text: formatCount(totalRecords) },
      { text: formatCount(errorRecords) },
      { text: topic ?? visible(destination?.kind === 'file' ? destination.path : (destination?.table ?? '')) },
      { text: visible(fileName) },
    ],
  );
  const columns = [
    { title: 'Run' },
    { title: 'Accepted (UTC)' },
    { title: 'Status' },
    { title: 'Records', align: 'right' as const },
    { title: 'With errors', align: 'right' as const },
    { title: 'Topic', maxWidth: 24 },
    { title: 'File' },
  ];
  return `${formatTable(columns, rows, terminal.width).join('\n')}\n`;
}
