import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { createPlan, type PlannedFile } from '../../pieces/create-plan.ts';
import { type PiecePlan, writePlan } from '../../pieces/plan-file.ts';
import type { PieceFile } from '../../pieces/store/object-file.ts';
import { canBeStructured } from '../../base/model/cloud-event.ts';
import type { RunInfo, RunOptions } from '../../base/model/run-info.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import { parseNamed } from '../../state/settings/values/setting.ts';
import { parseSize } from '../../state/settings/values/parsers.ts';
import { isBucketAddress } from '../../state/settings/bucket-address.ts';
import type { Source } from '../../reading/source/contract.ts';
import { fileKindOf } from '../../reading/source/file-kind.ts';
import { openSource } from '../../reading/source/open-source.ts';
import { type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { minBytesOf } from './split-limits.ts';
import { withHelpers, withOrigins } from './run-command.ts';
import { createProgressBar } from '../format/progress-bar.ts';
import { formatReport } from '../format/report.ts';
import { formatResult } from '../format/result.ts';
import { terminalOf, visible } from '../format/terminal.ts';
import { isSameFile, whileInterruptible } from '../operands/input.ts';
import { findPlanSchemas, readPlanFormat } from '../operands/plan-format.ts';
import { readRunOptions, readSpecFlag } from '../operands/run-flags.ts';
import { loadNamedSpec, type NamedSpec } from '../operands/spec-operand.ts';
import { withoutParameters, withPieceFile, withPlanStore } from '../operands/piece-places.ts';
import type { PiecesSettingName } from '../operands/pieces-settings.ts';

/** The size of a piece if --size names none. */
const PIECE_BYTES = '256MiB';

/**
 * Executes `specmill pieces plan`. Throws UsageError if the file, the spec or an option cannot go in pieces, and
 * SystemFailure if the plan cannot be written.
 */
export async function planFile(input: CommandInput<PiecesSettingName>, file: string): Promise<ExitCode> {
  const out = input.flags.get('out');
  if (out === undefined)
    throw new UsageError('pieces plan requires --out', 'name the file of the plan with --out PLAN');
  if (file === out || isSameFile(file, out))
    throw new UsageError('--out names the input file', 'use another name for --out');
  const pieceBytes = parseNamed('--size', input.flags.get('size') ?? PIECE_BYTES, parseSize);
  const format = readPlanFormat(input);
  const given = { ...readPlanOptions(input), ...format.options, pieceBytes };
  if (file === '-') throw new UsageError('standard input has no pieces', 'store it in a file first');
  const { encoder } = format;
  const spec = await loadNamedSpec(readSpecFlag(input), input.settings, { encoder, publishes: true });
  if (given.cloudevents === 'structured' && !canBeStructured(spec.module.spec))
    throw new UsageError('structured CloudEvents contain JSON', 'leave out --cloudevents');
  const options = { ...given, ...(await findPlanSchemas(format, spec, given)) };
  const path = isBucketAddress(file) ? file : resolve(file);
  return withPlanStore(out, '--out', (store) =>
    withPieceFile(file, { flag: 'FILE', data: input.settings.data }, async (opened) => {
      const { info, planned } = await readWhole({ ...input, file, opened, spec, options, pieceBytes });
      const plan = toPlan({ path, spec, info, planned, bytes: opened.bytes, topic: format.topic });
      await writePlan(store, plan).catch((error: unknown) => {
        throw new SystemFailure(`cannot write ${visible(withoutParameters(out))}: ${reasonOf(error)}`);
      });
      return describePlan(input, { out: withoutParameters(out), plan, planned });
    }),
  );
}

function readPlanOptions({ flags, settings, ...input }: CommandInput<PiecesSettingName>): RunOptions {
  if (flags.get('delivery') === 'all-or-nothing')
    throw new UsageError(
      '--delivery all-or-nothing cannot go in pieces: each piece is published on its own',
      'use exactly-once, or specmill transform for the whole file',
    );
  const { maxOutputBytes, maxOutputRatio, cloudevents } = settings;
  const delivery = flags.get('delivery') ?? 'exactly-once';
  // finish may print the result as JSON, which lists more records than the table.
  const forProgram = new Map([...flags, ['delivery', delivery], ['json', '']]);
  const options = readRunOptions({ ...input, settings, flags: forProgram });
  return { ...options, maxOutputBytes, maxOutputRatio, ...(cloudevents !== 'binary' && { cloudevents }) };
}

interface FileToPlan extends CommandInput<PiecesSettingName> {
  file: string;
  opened: PieceFile;
  spec: NamedSpec;
  options: RunOptions;
  pieceBytes: number;
}

/** Reads the file without publishing it. */
async function readWhole(work: FileToPlan): Promise<{ info: RunInfo; planned: PlannedFile }> {
  const { file, opened, spec, settings, pieceBytes } = work;
  const { path, name: fileName, blocks } = opened;
  const open = (): Promise<Source> =>
    openSource(path, { ...fileKindOf(spec.module.spec), fileName, maxBytes: settings.maxFileBytes, blocks });
  const source = await open();
  const bar = createProgressBar(process.stderr, source.fileName);
  try {
    if (source.seekable === undefined) throw notInPieces(file, spec);
    const options = withOrigins(work.options, spec.module, source.fileName);
    const { module } = spec;
    const info = {
      runId: null,
      spec: module.spec,
      specId: spec.id,
      fileName: source.fileName,
      fileSha256: null,
      options,
    };
    const planned = await whileInterruptible((signal) => {
      const helping = { source, spec, ...settings, minBytes: minBytesOf({ messages: false }, settings.threads) };
      return withHelpers(helping, (helpers) =>
        createPlan({
          ...{ info, module, source, openAgain: open, file: opened, pieceBytes, signal, onProgress: bar.show },
          ...(helpers !== null && { splits: { helpers } }),
        }),
      );
    });
    if (planned === null) throw notInPieces(file, spec);
    return { info, planned };
  } finally {
    bar.clear();
    await source.close();
  }
}

function notInPieces(file: string, { module }: NamedSpec): UsageError {
  const isWorkbook = module.spec.workbook !== undefined;
  return isWorkbook
    ? new UsageError(
        `${visible(withoutParameters(file))} is a workbook, which cannot go in pieces`,
        'use specmill transform',
      )
    : new UsageError(
        `${visible(withoutParameters(file))} is compressed, or no file on a disk: its pieces cannot be read on their own`,
        'unpack it first, for example with gunzip --keep',
      );
}

interface PlanParts {
  path: string;
  spec: NamedSpec;
  info: RunInfo;
  planned: PlannedFile;
  bytes: number;
  topic: string | null;
}

function toPlan({ path, spec, info, planned: { pieces, stop, result }, bytes, topic }: PlanParts): PiecePlan {
  const isEmpty = pieces.length === 0;
  return {
    kind: 'specmill-pieces',
    version: 1,
    runId: randomUUID(),
    file: { path, name: info.fileName, bytes, sha256: result.fileSha256 ?? '' },
    spec: { id: spec.id, text: spec.source, hash: spec.hash },
    options: info.options,
    ...(topic !== null && { topic }),
    pieces,
    stop,
    // finish lists what the pieces have found.
    result: isEmpty ? result : { ...result, errors: [] },
  };
}

interface WrittenPlan {
  out: string;
  plan: PiecePlan;
  planned: PlannedFile;
}

async function describePlan(input: CommandInput, { out, plan, planned }: WrittenPlan): Promise<ExitCode> {
  const { result } = planned;
  const { length } = plan.pieces;
  if (length === 0) {
    const isJson = input.flags.has('json');
    await printToStdout(isJson ? formatResult(result) : formatReport(result, terminalOf(process.stdout)));
    await printToStderr(`${visible(out)} has no pieces, because nothing can be published\n`);
    return EXIT.invalid;
  }
  const { totalRecords: records, fileName } = result;
  await printToStdout(
    input.flags.has('json')
      ? `${JSON.stringify({ plan: out, pieces: length, runId: plan.runId, fileName, bytes: plan.file.bytes, totalRecords: records })}\n`
      : `${visible(out)}: ${length === 1 ? '1 piece' : `${length} pieces`} of ${visible(fileName)}, ${records} records. Run --index 0${length === 1 ? '' : ` to ${length - 1}`}\n`,
  );
  return EXIT.success;
}
