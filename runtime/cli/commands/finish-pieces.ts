import { type FoundResults, mergeResults, readResults } from '../../pieces/finish-pieces.ts';
import { namesParts } from '../../pieces/destination.ts';
import type { PiecePlan } from '../../pieces/plan-file.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import type { CommandInput, ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStdout } from '../command-line/output.ts';
import { exitCodeOf } from './run-command.ts';
import { formatReport } from '../format/report.ts';
import { formatResult } from '../format/result.ts';
import { terminalOf, visible } from '../format/terminal.ts';
import { loadPlan, loadSpecOf } from './load-plan.ts';
import { withoutParameters, withPlanStore } from '../operands/piece-places.ts';
import type { PiecesSettingName } from '../operands/pieces-settings.ts';
import type { TextStore } from '../../pieces/store/text-store.ts';

/**
 * Executes `specmill pieces finish`. Throws SystemFailure if pieces have no result, and UsageError if they were published
 * to several places.
 */
export function finishPieces(input: CommandInput<PiecesSettingName>, path: string): Promise<ExitCode> {
  return withPlanStore(path, 'PLAN', (store) => finish(input, store, path));
}

async function finish(input: CommandInput<PiecesSettingName>, store: TextStore, path: string): Promise<ExitCode> {
  const plan = await loadPlan(store, path);
  const isJson = input.flags.has('json');
  const errorLimit = Math.min(plan.options.errorLimit, isJson ? Infinity : LISTED_IN_TABLE);
  const limited = { ...plan, options: { ...plan.options, errorLimit } };
  const result =
    plan.pieces.length === 0
      ? plan.result
      : await merge(limited, await loadResults(limited, store, path), input.settings);
  await printToStdout(isJson ? formatResult(result) : formatReport(result, terminalOf(process.stdout)));
  return exitCodeOf(result);
}

async function loadResults(plan: PiecePlan, store: TextStore, path: string): Promise<FoundResults> {
  return readResults(store, plan).catch((error: unknown) => {
    throw new SystemFailure(`cannot read the results of ${visible(withoutParameters(path))}: ${reasonOf(error)}`);
  });
}

async function merge(
  plan: PiecePlan,
  { results, missing }: FoundResults,
  settings: { specs: string; data: string },
): Promise<ProcessingResult> {
  if (missing.length > 0)
    throw new SystemFailure(
      `${missing.length} of ${plan.pieces.length} pieces have no result: run --index ${listSome(missing)}`,
    );
  const places = new Set(results.map(({ destination }) => destination));
  if (places.size > 1)
    throw new UsageError(
      `the pieces were published to ${places.size} places: ${visible(listSome([...places]))}`,
      'make a new plan, and publish all of its pieces to one place',
    );
  const { module } = await loadSpecOf(plan, settings);
  const hasRunId = results.some(({ destination }) => !namesParts(destination));
  return mergeResults({ plan, spec: module.spec, hasRunId }, results);
}

/** The table lists at most this many records. */
const LISTED_IN_TABLE = 50;
const MAX_LISTED = 10;

function listSome(items: readonly (string | number)[]): string {
  return items.slice(0, MAX_LISTED).join(', ') + (items.length > MAX_LISTED ? ', …' : '');
}
