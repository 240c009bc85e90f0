import { type BrokerSettingName, brokerSettings, readBroker } from '../../state/settings/broker.ts';
import { NoSuchRun, RunEnded } from '../../runs/failures.ts';
import type { Runs } from '../../runs/runs.ts';
import { RunNotFinished } from '../../runs/run-request.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { hasRuns, readRunId, withRuns } from '../operands/data-folder.ts';
import { whileInterruptible } from '../operands/input.ts';

type Names = 'data' | 'keepFiles' | BrokerSettingName;

/** The command `specmill cancel`. */
export const command: Command<Names> = {
  usage: ['cancel RUN'],
  description: [
    'Cancels a run that was interrupted. It ends as FAILED (cancelled), and what it published stays published.',
    'A service must not use the data folder: it answers POST /api/v1/runs/RUN/cancel itself.',
  ].join('\n'),
  flags: {},
  settings: ['data', 'keepFiles', ...brokerSettings],
  operands: { min: 1, max: 1, missing: 'RUN is missing. specmill runs lists the runs with their ids' },
  run: cancelRun,
};

async function cancelRun({ operands, settings }: CommandInput<Names>): Promise<ExitCode> {
  const runId = readRunId(operands[0] ?? '');
  const { data, keepFiles } = settings;
  if (!hasRuns(data)) throw new UsageError(`there is no run in ${data}`, 'name the data folder with --data DIR');
  const broker = await readBroker(settings, process.env);
  return withRuns({
    data,
    threads: 1,
    keepFilesMs: keepFiles,
    broker,
    route: `/runs/${runId}/cancel`,
    method: 'POST',
    work: (runs) => whileInterruptible((signal) => cancel(runs, runId, signal)),
  });
}

async function cancel(runs: Runs, runId: string, signal: AbortSignal): Promise<ExitCode> {
  try {
    await runs.cancel(runId);
  } catch (error) {
    if (error instanceof NoSuchRun) throw new UsageError(error.message, 'specmill runs lists the runs with their ids');
    if (error instanceof RunEnded) throw new UsageError(`the run ${runId} has finished, so it cannot be cancelled`);
    throw error;
  }
  await runs.resume([runId]);
  try {
    const { processedRecords } = await runs.finished(runId, signal);
    await printToStdout(`the run ${runId} is cancelled; it processed ${processedRecords} records\n`);
  } catch (error) {
    if (!(error instanceof RunNotFinished)) throw error;
    await printToStderr(`the run ${runId} ends when its data folder is used next: ${error.message}\n`);
  }
  return EXIT.success;
}
