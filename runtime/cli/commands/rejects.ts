import { FileGone, NoSuchRun } from '../../runs/failures.ts';
import type { Runs } from '../../runs/runs.ts';
import { createStreamTarget } from '../../sink/line-targets.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { hasRuns, readRunId, withRuns } from '../operands/data-folder.ts';
import { whileInterruptible } from '../operands/input.ts';

type Names = 'data' | 'keepFiles';

/** The command `specmill rejects`. */
export const command: Command<Names> = {
  usage: ['rejects RUN > rejects.csv', 'rejects RUN --issues'],
  description: [
    'Prints the original bytes of the records that a run did not publish, with the header, ready to be corrected and sent',
    'again. With --issues, it prints every record with issues as a line of JSON. A service must not use the data folder:',
    'it answers GET /api/v1/runs/RUN/rejects and /errors itself.',
  ].join('\n'),
  flags: { issues: { takes: null, help: 'print the records with issues as NDJSON instead' } },
  settings: ['data', 'keepFiles'],
  operands: { min: 1, max: 1, missing: 'RUN is missing. specmill runs lists the runs with their ids' },
  run: printRejects,
};

async function printRejects({ operands, flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const runId = readRunId(operands[0] ?? '');
  const { data, keepFiles } = settings;
  if (!hasRuns(data)) throw new UsageError(`there is no run in ${data}`, 'name the data folder with --data DIR');
  const isIssues = flags.has('issues');
  await withRuns({
    data,
    threads: 1,
    keepFilesMs: keepFiles,
    route: `/runs/${runId}/${isIssues ? 'errors' : 'rejects'}`,
    work: (runs) => whileInterruptible((signal) => printStream(runs, { runId, isIssues, signal })),
  });
  return EXIT.success;
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
    if (error instanceof FileGone || error instanceof NoSuchRun) throw new SystemFailure(error.message);
    throw error;
  }
}
