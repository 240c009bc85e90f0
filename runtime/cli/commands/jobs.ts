import { FILE_STATES } from '../../base/model/file-state.ts';
import { RETRYABLE_STATES } from '../../jobs/retry-files.ts';
import type { ReviewedRecord } from '../../base/model/rejects-review.ts';
import type { FileView, JobView } from '../../jobs/job-view.ts';
import type { OrderReview } from '../../jobs/review-order.ts';
import { readChoice } from '../command-line/choice.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { formatFiles, formatJob, formatJobs } from '../format/jobs.ts';
import { formatOrder, formatReviewed } from '../format/review.ts';
import { terminalOf, visible, visibleJson } from '../format/terminal.ts';
import { askService, type ServicePlace, URL_FLAG } from '../operands/service-client.ts';

const ACTIONS = ['list', 'show', 'run', 'pause', 'resume', 'files', 'retry', 'review', 'approve', 'refuse'] as const;

/** The command `specmill jobs`. */
export const command: Command<'data'> = {
  usage: [
    'jobs list [--json]',
    'jobs show|run|pause|resume JOB [--json]',
    'jobs files JOB [--state S] [--name N] [--json]',
    'jobs retry JOB FILE… [--spec-version current|same] [--keep-reference] [--force] [--json]',
    'jobs review JOB FILE [--json]',
    'jobs approve|refuse JOB FILE --comment TEXT [--request HASH] [--json]',
    'jobs retry JOB --state S [--since TIME] [--spec-version current|same] [--keep-reference] [--force] [--json]',
  ],
  description: [
    'Shows the jobs of a running service and their files, runs or pauses a job, and gives a file another run.',
    'With review, it shows what a retry of the rejects of a file would publish if it is approved, and the records as they',
    'were sent. Values of sensitive fields are masked. With approve or refuse, it decides about that file.',
    'JOB is the name or id of a job, FILE the id or the name of one of its files. The service is that of the data folder,',
    'or the one that --url names.',
  ].join('\n'),
  flags: {
    url: URL_FLAG,
    state: { takes: 'STATE', help: `only files in this state: ${FILE_STATES.join(', ')}`, choices: FILE_STATES },
    name: { takes: 'NAME', help: 'only files with this name; * matches any characters' },
    since: { takes: 'TIME', help: 'retry only files that have ended at this date or time, or later' },
    'spec-version': {
      takes: 'V',
      help: 'retry with the current version of the spec (default), or with the same as before',
      choices: ['current', 'same'],
    },
    'keep-reference': { takes: null, help: 'retry with the reference tables of the earlier run, not the current ones' },
    force: { takes: null, help: 'retry files that were published, too: they are published again' },
    comment: { takes: 'TEXT', help: 'why a file is approved or refused' },
    request: { takes: 'HASH', help: 'decide only if this request waits: approval.request of jobs files --json' },
    json: { takes: null, help: 'print JSON, as the service does' },
  },
  settings: ['data'],
  operands: { min: 1, max: 1002, missing: `name what to do: ${ACTIONS.join(', ')}`, kind: ACTIONS },
  run: runJobs,
};

async function runJobs({ operands, flags, settings: { data } }: CommandInput<'data'>): Promise<ExitCode> {
  const place = { flags, data };
  const [written = '', job, ...files] = operands;
  const action = readChoice('jobs', written, ACTIONS);
  checkOperands(action, operands.length, flags);
  checkFlags(action, flags);
  const path = `/jobs/${encodeURIComponent(job ?? '')}`;
  const terminal = terminalOf(process.stdout);
  switch (action) {
    case 'list':
      return print(flags, (await askService({ path: '/jobs' }, place)).body, (jobs: JobView[]) =>
        formatJobs(jobs, terminal),
      );
    case 'files':
      return printFiles(path, place);
    case 'show':
      return print(flags, (await askService({ path }, place)).body, (shown: JobView) => formatJob(shown));
    case 'retry':
      return print(
        flags,
        (await askService({ method: 'POST', path: `${path}/retry`, body: toRetry(files, flags) }, place)).body,
        (waiting: FileView[]) =>
          waiting.map((file) => formatRetried(file, flags.has('force'))).join('') || 'no file found\n',
      );
    case 'review':
      return printReview(`${path}/files/${await findWaiting(path, files[0] ?? '', place)}/review?limit=1000`, place);
    case 'approve':
    case 'refuse':
      return decide(action, { path, file: files[0] ?? '' }, place);
    case 'run':
    case 'pause':
    case 'resume': {
      const { body } = await askService({ method: 'POST', path: `${path}/${action}` }, place);
      return print(flags, body, ({ name, status }: JobView) => `${visible(name)} is ${status}\n`);
    }
    default:
      return action satisfies never;
  }
}

/** Says that a file waits. If the retry is forced, the reason says how many records were published before. */
function formatRetried({ path, reason }: FileView, isForced: boolean): string {
  const why = isForced && reason !== null ? `. ${visible(reason.message)}` : '';
  return `${visible(path)} waits for another run${why}\n`;
}

function checkOperands(action: (typeof ACTIONS)[number], count: number, flags: ReadonlyMap<string, string>): void {
  const isSelected = flags.has('state') || flags.has('since');
  const isOfFile =
    action === 'review' || action === 'approve' || action === 'refuse' || (action === 'retry' && !isSelected);
  const min = action === 'list' ? 1 : isOfFile ? 3 : 2;
  if (count === min || (action === 'retry' && count > min)) return;
  const isMissing = count < min;
  if (isMissing && action === 'retry' && count === min - 1)
    throw new UsageError(
      'jobs retry needs files, or a choice of them',
      'name the files, or use --state failed for all that failed, or --since TIME for all that ended since then',
    );
  const usages = command.usage.filter((line) => line.split(' ')[1]?.split('|').includes(action));
  throw new UsageError(
    isMissing ? 'an operand is missing' : 'there are too many operands',
    `call specmill ${usages.join(', or specmill ')}`,
  );
}

const FLAG_ACTIONS: readonly (readonly [string, readonly string[]])[] = [
  ['state', ['files', 'retry']],
  ['name', ['files']],
  ['since', ['retry']],
  ['spec-version', ['retry']],
  ['keep-reference', ['retry']],
  ['force', ['retry']],
  ['comment', ['approve', 'refuse']],
  ['request', ['approve', 'refuse']],
];

function checkFlags(action: string, flags: ReadonlyMap<string, string>): void {
  for (const [flag, actions] of FLAG_ACTIONS)
    if (flags.has(flag) && !actions.includes(action))
      throw new UsageError(`--${flag} belongs to specmill jobs ${actions.join(' and ')}`);
}

/** Accepts or refuses what a retry of rejects would publish. */
async function decide(
  action: 'approve' | 'refuse',
  { path, file }: { path: string; file: string },
  place: ServicePlace,
): Promise<ExitCode> {
  const comment = place.flags.get('comment');
  if (comment === undefined) throw new UsageError('--comment is required', 'it says why, and the audit has it');
  const id = await findWaiting(path, file, place);
  const seen = place.flags.get('request');
  const sent = { comment, ...(seen !== undefined && { request: seen }) };
  const request = { method: 'POST', path: `${path}/files/${id}/${action}`, body: sent } as const;
  const words = action === 'approve' ? 'approved: its records are published' : 'refused: nothing is published';
  // The cast is safe: the API describes the response.
  const body = (await askService(request, place)).body as FileView;
  if (action === 'refuse' || isPublishing(body))
    return print(place.flags, body, ({ name }: FileView) => `${visible(name)} is ${words}\n`);
  if (place.flags.has('json')) await print(place.flags, body, () => '');
  const why = body.reason === null ? '' : ` ${visible(body.reason.message)}`;
  await printToStderr(
    `error: ${visible(body.name)} was approved, but nothing is published: it is ${body.state}.${why}\n`,
  );
  return EXIT.invalid;
}

/** The states of a file whose rejects are being published. */
const PUBLISHING: readonly FileView['state'][] = ['taken', 'running', 'published'];

/** Returns whether the rejects of a file that was approved are published, now or soon. */
function isPublishing({ state, reason }: FileView): boolean {
  return PUBLISHING.includes(state) || (state === 'done' && reason === null);
}

/** Returns the id of a file that needs approval, from its id or its name. */
async function findWaiting(path: string, file: string, place: ServicePlace): Promise<string> {
  const query = new URLSearchParams({ state: 'needs_approval', order: 'newest', limit: '1', name: file });
  // The cast is safe: the API describes the response.
  const [found] = (await askService({ path: `${path}/files?${query}` }, place)).body as FileView[];
  return encodeURIComponent(found?.name === file ? found.id : file);
}

function toRetry(files: readonly string[], flags: ReadonlyMap<string, string>): Record<string, unknown> {
  const state = flags.get('state');
  const since = flags.get('since');
  const version = readChoice('--spec-version', flags.get('spec-version') ?? 'current', ['current', 'same']);
  return {
    ...(files.length > 0 && { files }),
    ...(state !== undefined && { state: readChoice('--state', state, RETRYABLE_STATES) }),
    ...(since !== undefined && { since }),
    ...{ specVersion: version.toUpperCase(), force: flags.has('force') },
    ...(flags.has('keep-reference') && { keepReference: true }),
  };
}

/** Prints who asked for what, then all records that an approval would publish. */
async function printReview(path: string, place: ServicePlace): Promise<ExitCode> {
  const terminal = terminalOf(process.stdout);
  const isJson = place.flags.has('json');
  let first: OrderReview | null = null;
  const records: ReviewedRecord[] = [];
  for (let next: string | null = path; next !== null; ) {
    const answer = await askService({ path: next }, place);
    // The cast is safe: the API describes the response.
    const page = answer.body as OrderReview;
    if (first === null && !isJson) await printToStdout(formatOrder(page, terminal));
    if (isJson) records.push(...page.records);
    else await printToStdout(formatReviewed(page, terminal));
    first ??= page;
    next = answer.next;
  }
  if (isJson && first !== null) await print(place.flags, { ...first, records, hasMore: false }, () => '');
  return first?.obstacle == null ? EXIT.success : EXIT.invalid;
}

async function printFiles(path: string, place: ServicePlace): Promise<ExitCode> {
  const { flags } = place;
  const query = new URLSearchParams();
  const state = flags.get('state');
  if (state !== undefined) query.set('state', readChoice('--state', state, FILE_STATES));
  if (flags.has('name')) query.set('name', flags.get('name') ?? '');
  const files: FileView[] = [];
  for (let next: string | null = `${path}/files?${query}`; next !== null; ) {
    const answer = await askService({ path: next }, place);
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
