import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { createPlan, type PlannedFile } from '../../pieces/create-plan.ts';
import { CONTENT, type PiecePlan, writePlan } from '../../pieces/plan-file.ts';
import { canBeStructured } from '../../base/model/cloud-event.ts';
import type { RunInfo, RunOptions } from '../../base/model/run-info.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import { parseNamed } from '../../state/settings/values/setting.ts';
import { parseSize } from '../../state/settings/values/parsers.ts';
import { isBucketAddress } from '../../state/settings/bucket-address.ts';
import { runFile } from '../../reading/run/run-file.ts';
import { createNoneSink } from '../../sink/none.ts';
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
import { type PlainFile, withPlainFile } from '../operands/plain-file.ts';
import { copyPathOf, withoutParameters, withPieceFile, withPlanStore, withSuffix } from '../operands/piece-places.ts';
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
  const { data, maxFileBytes: maxBytes } = input.settings;
  return withPlanStore(out, '--out', (store) =>
    withPieceFile(file, { flag: 'FILE', data }, (opened) =>
      whileInterruptible((signal) => {
        const copy = copyPathOf(out, CONTENT, data);
        const pattern = input.flags.get('members');
        return withPlainFile(
          { file: opened, spec: spec.module.spec, pattern, copy, maxBytes, signal },
          async (plain) => {
            const { info, planned } = await readWhole({ ...input, file, plain, spec, options, pieceBytes, signal });
            const isStored = plain.isUnpacked && planned.pieces.length > 0;
            const path = isStored ? withSuffix(out, CONTENT) : file;
            const stored = { path: isBucketAddress(path) ? path : resolve(path), bytes: plain.bytes, isStored };
            const plan = toPlan({ file: stored, spec, info, planned, topic: format.topic });
            const write = async (): Promise<void> => {
              if (isStored) await store.storeFile(CONTENT, plain.file.path);
              await writePlan(store, plan);
            };
            await write().catch((error: unknown) => {
              throw new SystemFailure(`cannot write ${visible(withoutParameters(out))}: ${reasonOf(error)}`);
            });
            return describePlan(input, { out: withoutParameters(out), plan, planned });
          },
        );
      }),
    ),
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
  plain: PlainFile;
  spec: NamedSpec;
  options: RunOptions;
  pieceBytes: number;
  signal: AbortSignal;
}

/** Reads the file without publishing it. */
async function readWhole(work: FileToPlan): Promise<{ info: RunInfo; planned: PlannedFile }> {
  const { plain, spec, settings, pieceBytes, signal } = work;
  const { module } = spec;
  if (module.spec.workbook !== undefined)
    throw new UsageError(
      `${visible(withoutParameters(work.file))} is a workbook, which cannot go in pieces`,
      'use specmill transform',
    );
  const source = await plain.open();
  const bar = createProgressBar(process.stderr, source.fileName);
  try {
    const options = withOrigins(work.options, module, source.fileName);
    const { fileName } = source;
    const info = { runId: null, spec: module.spec, specId: spec.id, fileName, fileSha256: null, options };
    // A file that cannot be unpacked is a run that fails.
    if (plain.failure !== null) {
      const result = await runFile({ info, module, source, sink: createNoneSink(), signal });
      return { info, planned: { pieces: [], stop: null, result } };
    }
    const helping = { source, spec, ...settings, minBytes: minBytesOf({ messages: false }, settings.threads) };
    const planned = await withHelpers(helping, (helpers) =>
      createPlan({
        ...{ info, module, source, openAgain: plain.open, file: plain.file, pieceBytes, signal, onProgress: bar.show },
        ...(helpers !== null && { splits: { helpers } }),
      }),
    );
    if (planned === null) throw new Error(`${fileName} cannot be read at any offset, although it was unpacked`);
    return { info, planned };
  } finally {
    bar.clear();
    await source.close();
  }
}

interface PlanParts {
  file: { path: string; bytes: number; isStored: boolean };
  spec: NamedSpec;
  info: RunInfo;
  planned: PlannedFile;
  topic: string | null;
}

function toPlan({ file, spec, info, planned: { pieces, stop, result }, topic }: PlanParts): PiecePlan {
  const { path, bytes, isStored } = file;
  const isEmpty = pieces.length === 0;
  return {
    kind: 'specmill-pieces',
    version: 1,
    runId: randomUUID(),
    file: {
      ...{ path, name: info.fileName, bytes, sha256: result.fileSha256 ?? '' },
      ...(isStored && { isUnpacked: true as const }),
    },
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
  const content = plan.file.isUnpacked === true ? `${out}${CONTENT}` : null;
  await printToStdout(
    input.flags.has('json')
      ? `${JSON.stringify({ plan: out, pieces: length, runId: plan.runId, fileName, bytes: plan.file.bytes, totalRecords: records, ...(content !== null && { content }) })}\n`
      : `${visible(out)}: ${length === 1 ? '1 piece' : `${length} pieces`} of ${visible(fileName)}, ${records} records. Run --index 0${length === 1 ? '' : ` to ${length - 1}`}\n${content === null ? '' : `The unpacked content is ${visible(content)}: remove it when all pieces are complete\n`}`,
  );
  return EXIT.success;
}
