import { constants, openAsBlob } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { FileGone, MaskKeyLost, NoSuchRun } from '../../runs/failures.ts';
import type { FileView } from '../../jobs/job-view.ts';
import type { RunView } from '../../runs/run-request.ts';
import type { Runs } from '../../runs/runs.ts';
import { createStreamTarget } from '../../sink/line-targets.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStdout } from '../command-line/output.ts';
import { totalLines } from '../format/report.ts';
import { visible, visibleJson } from '../format/terminal.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import { askService, fetchService, URL_FLAG } from '../operands/service-client.ts';
import { askOrRead, hasRuns, readRunId, withRuns } from '../operands/data-folder.ts';
import { whileInterruptible } from '../operands/input.ts';

type Names = 'data' | 'keepFiles';

/** The command `specmill rejects`. */
export const command: Command<Names> = {
  usage: [
    'rejects RUN > rejects.csv',
    'rejects RUN --issues',
    'rejects RUN --retry [--repaired FILE] [--keep-reference] [--json]',
  ],
  description: [
    'Prints the original bytes of the records that a run did not publish, with the header, ready to be corrected and sent',
    'again. With --issues, it prints every record with issues as a line of JSON. If a service uses the data',
    'folder, it is asked, and so is the one that --url names.',
    'With --retry, a running service publishes these records with the current version of the spec. It reads the whole file',
    'again. --repaired FILE is a corrected copy of the rejects; its records keep their numbers and ids. If the job of the run',
    'has approval, the records may wait until another person has accepted them.',
  ].join('\n'),
  flags: {
    issues: { takes: null, help: 'print the records with issues as NDJSON instead' },
    retry: { takes: null, help: 'publish the rejects that no earlier retry has published' },
    repaired: { takes: 'FILE', help: 'with --retry: a corrected copy of the rejects' },
    'keep-reference': {
      takes: null,
      help: 'with --retry: use the reference tables of the first run, not the current ones',
    },
    url: URL_FLAG,
    json: { takes: null, help: 'with --retry: print the new run as JSON, as the service does' },
  },
  settings: ['data', 'keepFiles'],
  operands: { min: 1, max: 1, missing: 'RUN is missing. specmill runs lists the runs with their ids' },
  run: runRejects,
};

function runRejects(input: CommandInput<Names>): Promise<ExitCode> {
  if (input.flags.has('retry')) return retryRejects(input);
  for (const flag of ['repaired', 'keep-reference', 'json'])
    if (input.flags.has(flag)) throw new UsageError(`--${flag} belongs to specmill rejects RUN --retry`);
  return printRejects(input);
}

async function retryRejects({ operands, flags, settings: { data } }: CommandInput<Names>): Promise<ExitCode> {
  const runId = readRunId(operands[0] ?? '');
  if (flags.has('issues')) throw new UsageError('--issues and --retry exclude each other');
  const repaired = flags.get('repaired');
  const body = repaired === undefined ? {} : { body: await createForm(repaired) };
  const kept = flags.has('keep-reference') ? '?keepReference=true' : '';
  const request = { method: 'POST', path: `/runs/${runId}/rejects/retry${kept}`, ...body } as const;
  const answer = await askService(request, { flags, data });
  // The cast is safe: the API describes the response, which is a run or the file of a job.
  const run = answer.body as Pick<RunView, 'runId' | 'waivedRules'> | FileView;
  await printToStdout(
    flags.has('json')
      ? `${visibleJson(JSON.stringify(run, null, 2))}\n`
      : 'state' in run
        ? `the rejects are not published yet: ${visible(run.reason?.message ?? `the file is ${run.state}`)}\n`
        : [`the rejects are published by run ${visible(run.runId)}`, ...totalLines(run)].join('\n') + '\n',
  );
  return EXIT.success;
}

async function createForm(path: string): Promise<FormData> {
  const form = new FormData();
  // The blob alone would report a missing file only when it is sent.
  await access(path, constants.R_OK).catch((error: unknown) => {
    throw new UsageError(`the file ${visible(path)} cannot be read: ${reasonOf(error)}`);
  });
  form.append('file', await openAsBlob(path), basename(path));
  return form;
}

async function printRejects({ operands, flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const runId = readRunId(operands[0] ?? '');
  const { data, keepFiles } = settings;
  const isIssues = flags.has('issues');
  const route = `/runs/${runId}/${isIssues ? 'errors' : 'rejects'}`;
  await askOrRead({
    flags,
    data,
    ask: async () => copyBody(await fetchService({ path: route }, { flags, data })),
    async read() {
      if (!hasRuns(data)) throw new UsageError(`there is no run in ${data}`, 'name the data folder with --data DIR');
      await withRuns({
        data,
        threads: 1,
        keepFilesMs: keepFiles,
        route,
        work: (runs) => whileInterruptible((signal) => printStream(runs, { runId, isIssues, signal })),
      });
    },
  });
  return EXIT.success;
}

async function copyBody({ body }: Response): Promise<void> {
  const target = createStreamTarget(process.stdout);
  try {
    for await (const part of body ?? []) await target.write([part as Uint8Array]);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SystemFailure('the service has closed the connection before the end: what was printed is not complete');
  }
}

async function printStream(
  runs: Runs,
  { runId, isIssues, signal }: { runId: string; isIssues: boolean; signal: AbortSignal },
): Promise<void> {
  const run = await runs.find(runId);
  if (run === null) throw new UsageError(`there is no run ${runId}`, 'specmill runs lists the runs with their ids');
  if (!isIssues && run.finishedAt === null)
    throw new UsageError(`the run ${runId} has not finished`, 'its rejects are available after its end');
  const target = createStreamTarget(process.stdout);
  try {
    for await (const part of isIssues ? runs.errors(runId, signal) : runs.rejects(runId, signal))
      await target.write([typeof part === 'string' ? Buffer.from(part) : part]);
  } catch (error) {
    if (error instanceof FileGone || error instanceof NoSuchRun || error instanceof MaskKeyLost)
      throw new SystemFailure(error.message);
    throw error;
  }
}
