import { FILE_STATES } from '../../base/model/file-state.ts';
import type { FileView, JobView } from '../../jobs/job-view.ts';
import { readChoice } from '../command-line/choice.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { formatFiles, formatJob, formatJobs } from '../format/jobs.ts';
import { terminalOf, visible, visibleJson } from '../format/terminal.ts';
import { askService, URL_FLAG } from '../operands/service-client.ts';

const ACTIONS = ['list', 'show', 'run', 'pause', 'resume', 'files', 'retry'] as const;

/** The command `specmill jobs`. */
export const command: Command = {
  usage: [
    'jobs list [--json]',
    'jobs show|run|pause|resume JOB [--json]',
    'jobs files JOB [--state S] [--name N] [--json]',
    'jobs retry JOB FILE [--json]',
  ],
  description: [
    'Shows the jobs of a running service and their files, runs or pauses a job, and gives a file another run.',
    'JOB is the name or id of a job, FILE the id of one of its files. The service is named with --url.',
  ].join('\n'),
  flags: {
    url: URL_FLAG,
    state: { takes: 'STATE', help: `only files in this state: ${FILE_STATES.join(', ')}`, choices: FILE_STATES },
    name: { takes: 'NAME', help: 'only files with this name; * matches any characters' },
    json: { takes: null, help: 'print JSON, as the service does' },
  },
  settings: [],
  operands: { min: 1, max: 3, missing: `name what to do: ${ACTIONS.join(', ')}`, kind: ACTIONS },
  run: runJobs,
};

async function runJobs({ operands, flags }: CommandInput): Promise<ExitCode> {
  const [written = '', job, file] = operands;
  const action = readChoice('jobs', written, ACTIONS);
  checkOperands(action, operands.length);
  if (action !== 'files' && (flags.has('state') || flags.has('name')))
    throw new UsageError('--state and --name belong to specmill jobs files');
  const path = `/jobs/${encodeURIComponent(job ?? '')}`;
  const terminal = terminalOf(process.stdout);
  switch (action) {
    case 'list':
      return print(flags, (await askService({ path: '/jobs' }, flags)).body, (jobs: JobView[]) =>
        formatJobs(jobs, terminal),
      );
    case 'files':
      return printFiles(path, flags);
    case 'show':
      return print(flags, (await askService({ path }, flags)).body, (shown: JobView) => formatJob(shown));
    case 'retry': {
      const request = { method: 'POST', path: `${path}/files/${encodeURIComponent(file ?? '')}/retry` } as const;
      return print(
        flags,
        (await askService(request, flags)).body,
        ({ path: name }: FileView) => `${visible(name)} waits for another run\n`,
      );
    }
    case 'run':
    case 'pause':
    case 'resume': {
      const { body } = await askService({ method: 'POST', path: `${path}/${action}` }, flags);
      return print(flags, body, ({ name, status }: JobView) => `${visible(name)} is ${status}\n`);
    }
    default:
      return action satisfies never;
  }
}

function checkOperands(action: (typeof ACTIONS)[number], count: number): void {
  const expected = action === 'list' ? 1 : action === 'retry' ? 3 : 2;
  if (count === expected) return;
  const usage = command.usage.find((line) => line.split(' ')[1]?.split('|').includes(action)) ?? '';
  throw new UsageError(
    count < expected ? 'an operand is missing' : 'there are too many operands',
    `call specmill ${usage}`,
  );
}

async function printFiles(path: string, flags: ReadonlyMap<string, string>): Promise<ExitCode> {
  const query = new URLSearchParams();
  const state = flags.get('state');
  if (state !== undefined) query.set('state', readChoice('--state', state, FILE_STATES));
  if (flags.has('name')) query.set('name', flags.get('name') ?? '');
  const files: FileView[] = [];
  for (let next: string | null = `${path}/files?${query}`; next !== null; ) {
    const answer = await askService({ path: next }, flags);
    files.push(...(answer.body as FileView[]));
    next = answer.next;
  }
  if (files.length === 0 && !flags.has('json')) await printToStderr('no file found\n');
  return print(flags, files, (found: FileView[]) => formatFiles(found, terminalOf(process.stdout)));
}

/** Prints the body of a response. `format` gets it with the type that the API describes. */
async function print<T>(
  flags: ReadonlyMap<string, string>,
  body: unknown,
  format: (body: T) => string,
): Promise<ExitCode> {
  await printToStdout(flags.has('json') ? `${visibleJson(JSON.stringify(body, null, 2))}\n` : format(body as T));
  return EXIT.success;
}
