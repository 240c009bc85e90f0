import { identifyPlace, isOfParts, type PieceDestination } from '../../pieces/destination.ts';
import { hasPart } from '../../pieces/parts.ts';
import { type PieceResult, readPieceResult, writePieceResult } from '../../pieces/piece-results.ts';
import { CONTENT, type PiecePlan } from '../../pieces/plan-file.ts';
import { publishPiece } from '../../pieces/publish-piece.ts';
import type { PieceFile } from '../../pieces/store/object-file.ts';
import type { TextStore } from '../../pieces/store/text-store.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { findUnfitRecords } from '../../base/model/destination.ts';
import { RunFailure, RunPause, RunRefused } from '../../base/model/run-failure.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import { parseNamed } from '../../state/settings/values/setting.ts';
import { parseCount } from '../../state/settings/values/parsers.ts';
import { type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStdout } from '../command-line/output.ts';
import { createProgressBar } from '../format/progress-bar.ts';
import { visible } from '../format/terminal.ts';
import { openSource } from '../../reading/source/open-source.ts';
import { fileKindOf } from '../../reading/source/file-kind.ts';
import { whileInterruptible } from '../operands/input.ts';
import { loadPlan, loadSpecOf } from './load-plan.ts';
import {
  failToUse,
  isOfPlace,
  withoutParameters,
  withPieceFile,
  withPlanStore,
  withSuffix,
} from '../operands/piece-places.ts';
import { readPieceDestination } from '../operands/piece-destination.ts';
import type { PiecesSettingName } from '../operands/pieces-settings.ts';

/** Executes `specmill pieces run`. Throws UsageError for a wrong index or destination, and SystemFailure if the piece cannot be published. */
export function runPiece(input: CommandInput<PiecesSettingName>, path: string): Promise<ExitCode> {
  return withPlanStore(path, 'PLAN', (store) => runPieceOf(input, store, path));
}

async function runPieceOf(input: CommandInput<PiecesSettingName>, store: TextStore, path: string): Promise<ExitCode> {
  const plan = await loadPlan(store, path);
  const piece = readIndex(input, plan);
  const destination = await readPieceDestination(input);
  if (piece === null) {
    await printToStdout('the plan has no pieces, because nothing can be published\n');
    return EXIT.success;
  }
  const earlier = await readPieceResult(store, plan, piece).catch((error: unknown) => failToUse(error, path));
  if (earlier !== null && (await isComplete(earlier, destination, plan)))
    return describePiece(input, plan, earlier, 'was published before');
  const result = await publish(input, { plan, planPath: path, piece, destination });
  await writePieceResult(store, result).catch((error: unknown) => failToUse(error, path));
  return describePiece(input, plan, result, 'is complete');
}

/** Returns the number of the piece; null if the plan has none. */
function readIndex({ flags }: CommandInput, { pieces }: PiecePlan): number | null {
  const written = flags.get('index');
  if (written === undefined)
    throw new UsageError('pieces run requires --index', 'name the piece with --index N, from 0');
  const index = parseNamed('--index', written, parseCount);
  if (pieces.length > 0 && index >= pieces.length)
    throw new UsageError(`the plan has no piece ${index}`, `--index is from 0 to ${pieces.length - 1}`);
  return pieces.length === 0 ? null : index;
}

/** Returns whether a piece need not run again. Throws UsageError if it was published to another place. */
async function isComplete(earlier: PieceResult, destination: PieceDestination, plan: PiecePlan): Promise<boolean> {
  const place = identifyPlace(destination);
  if (earlier.destination !== place)
    throw new UsageError(
      `piece ${earlier.piece} was published to another place: ${earlier.destination}`,
      'make a new plan to publish the file again',
    );
  if (!isOfParts(destination) || plan.result.status === 'FAILED') return true;
  return hasPart(destination, earlier.piece).catch((error: unknown) => failToUse(error, place));
}

interface PieceToRun {
  plan: PiecePlan;
  piece: number;
  destination: PieceDestination;
}

async function publish(
  { flags, settings }: CommandInput<PiecesSettingName>,
  { plan, planPath, piece, destination }: PieceToRun & { planPath: string },
): Promise<PieceResult> {
  const { module } = await loadSpecOf(plan, settings);
  checkFormat(plan, destination);
  const unfit = destination.kind === 'topic' ? findUnfitRecords(destination, module.spec, '--dead-letter') : null;
  if (unfit !== null) throw new UsageError(unfit);
  const { isUnpacked = false } = plan.file;
  const path = flags.get('file') ?? (isUnpacked ? withSuffix(planPath, CONTENT) : plan.file.path);
  const what = isUnpacked ? 'unpacked content' : 'file';
  return withPieceFile(path, { flag: '--file', data: settings.data }, (file) => {
    if (file.bytes !== plan.file.bytes)
      throw new UsageError(
        `${visible(withoutParameters(path))} has ${file.bytes} bytes, but the ${what} of the plan has ${plan.file.bytes}`,
        `name the same ${what} with --file, or make a new plan`,
      );
    return publishFile({ plan, piece, destination, module }, file);
  });
}

async function publishFile(
  { plan, piece, destination, module }: PieceToRun & { module: SpecModule },
  file: PieceFile,
): Promise<PieceResult> {
  const bar = createProgressBar(process.stderr, plan.file.name);
  try {
    return await whileInterruptible((signal) => {
      const { path, blocks } = file;
      const maxBytes = plan.options.maxFileBytes;
      const kind = plan.file.isUnpacked === true ? { isBinary: true } : fileKindOf(module.spec);
      const open = () => openSource(path, { ...kind, maxBytes, blocks, hashes: false });
      return publishPiece({ plan, piece, module, file, open, destination, signal, onProgress: bar.show });
    });
  } catch (error) {
    const isOfRun = error instanceof RunFailure || error instanceof RunPause || error instanceof RunRefused;
    if (isOfRun) throw new SystemFailure(`piece ${piece} was not published: ${error.message} [${error.code}]`);
    if (isOfPlace(error)) throw new SystemFailure(`piece ${piece} was not published: ${reasonOf(error)}`);
    throw error;
  } finally {
    bar.clear();
  }
}

/** Throws UsageError if the messages of a plan cannot be published to a place, or belong to another topic. */
function checkFormat({ options: { valueFormat }, topic }: PiecePlan, destination: PieceDestination): void {
  if (valueFormat !== undefined && destination.kind !== 'topic')
    throw new UsageError(
      `the plan has messages in the format ${valueFormat}, which belong to a topic`,
      'use --to topic:T or --to kafka://HOST/T, or make a plan without --value-format',
    );
  if (topic !== undefined && destination.kind === 'topic' && destination.topic !== topic)
    throw new UsageError(
      `the schemas of the plan belong to the topic ${topic}, and not to ${destination.topic}`,
      `publish to ${topic}, or make a plan with --topic ${destination.topic}`,
    );
}

async function describePiece(
  { flags }: CommandInput,
  { pieces }: PiecePlan,
  { piece, destination, checkpoint: { counters } }: PieceResult,
  what: string,
): Promise<ExitCode> {
  const { totalRecords, processedRecords, failedRecords, skippedRecords } = counters;
  await printToStdout(
    flags.has('json')
      ? `${JSON.stringify({ piece, ...counters })}\n`
      : `piece ${piece} of 0 to ${pieces.length - 1} ${what}: ${totalRecords} records, ${processedRecords} processed, ${failedRecords} failed, ${skippedRecords} skipped, to ${visible(destination)}\n`,
  );
  return EXIT.success;
}
