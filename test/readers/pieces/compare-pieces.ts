import * as assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { createCheckpoint } from '../../../runtime/base/model/checkpoint.ts';
import type { FilePiece } from '../../../runtime/base/model/pieces.ts';
import { createResult, parseErrors, type ProcessingResult } from '../../../runtime/base/model/result.ts';
import type { RunOptions } from '../../../runtime/base/model/run-info.ts';
import { type Survey, type SurveyedFile, stepKey } from '../../../runtime/base/model/survey.ts';
import { createPlan, hashRange, type PlannedFile } from '../../../runtime/pieces/create-plan.ts';
import type { PieceDestination } from '../../../runtime/pieces/destination.ts';
import { mergeResults, readResults } from '../../../runtime/pieces/finish-pieces.ts';
import { writePieceResult } from '../../../runtime/pieces/piece-results.ts';
import { type PiecePlan, readPlan, writePlan } from '../../../runtime/pieces/plan-file.ts';
import { publishPiece } from '../../../runtime/pieces/publish-piece.ts';
import { runFile } from '../../../runtime/reading/run/run-file.ts';
import { joinSurveys, type SurveysToJoin } from '../../../runtime/reading/survey/join-surveys.ts';
import { surveyPiece } from '../../../runtime/reading/survey/survey-piece.ts';
import { openFileTexts } from '../../../runtime/pieces/store/text-store.ts';
import { openSource } from '../../../runtime/reading/source/open-source.ts';
import { openLineFile } from '../../../runtime/sink/line-targets.ts';
import { createNdjsonSink } from '../../../runtime/sink/ndjson.ts';
import { createStructuredSink } from '../../../runtime/sink/structured-sink.ts';
import { ownHelpers } from '../splits/own-helpers.ts';
import { createTestInfo } from '../../support/run-info.ts';

const folder = mkdtempSync(join(tmpdir(), 'specmill-planned-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const { signal } = new AbortController();
const path = join(folder, 'f');
const planPath = join(folder, 'plan.json');
const store = openFileTexts(planPath);

/** What was compared, to prove that the comparison covers it. */
export const seen = { files: 0, undivided: 0, pieces: 0, failures: 0, stops: 0, unpublished: 0, repeated: 0 };

/** A file, and how it goes in pieces. */
export interface PiecesCase {
  module: SpecModule;
  bytes: Uint8Array;
  options: Partial<RunOptions>;
  pieceBytes: number;
  /** Whether a piece runs twice. */
  runsTwice?: (piece: number) => boolean;
  /** The number of threads that help to read the file for the plan. Default: 0. */
  helpersOfPlan?: number;
  /** Whether the plan is made from surveys of the pieces. Default: the file is read as a whole. */
  isSurveyed?: boolean;
}

/** Checks that a file in pieces has the same lines and the same result as with one reader. */
export async function comparePieces({
  module,
  bytes,
  options,
  pieceBytes,
  runsTwice = () => false,
  helpersOfPlan = 0,
  isSurveyed = false,
}: PiecesCase): Promise<void> {
  writeFileSync(path, bytes);
  const info = createTestInfo(module, { today: '2024-02-29', ...options }, { fileSha256: null });
  const open = () => openSource(path, { maxBytes: Infinity, ...kindOf(module) });
  const source = await open();
  const helpers = ownHelpers(module, helpersOfPlan);
  const splits = helpersOfPlan === 0 ? {} : { splits: { helpers, bytes: 3 * pieceBytes } };
  const planned = isSurveyed
    ? await planBySurveys({ info, module, source, path, pieceBytes })
    : await createPlan({ info, module, source, openAgain: open, file: { path }, pieceBytes, ...splits });
  await helpers.over();
  await source.close();
  if (planned === null) {
    seen.undivided++;
    return;
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const plan: PiecePlan = {
    kind: 'specmill-pieces',
    version: 1,
    runId: String(++seen.files),
    file: { path, name: 'f', bytes: bytes.length, sha256 },
    spec: { id: 's', text: { text: '', path: '', syntax: 'yaml' }, hash: '' },
    options: info.options,
    ...planned,
  };
  await writePlan(store, plan);
  const pieces = await runPieces(module, { runsTwice });
  const whole = await readWhole({ module, options, sha256 });
  assert.deepEqual(withoutTime(pieces.result), withoutTime(whole.result));
  // Other destinations than files keep what was published before a run fails.
  assert.equal(pieces.lines, isSurveyed ? whole.published : whole.lines);
  seen.pieces += plan.pieces.length;
  if (plan.pieces.length === 0) seen.unpublished++;
  if (plan.stop !== null) seen.stops++;
  if (whole.result.status === 'FAILED') seen.failures++;
  seen.repeated += plan.pieces.reduce((sum, { repeated }) => sum + repeated.length, 0);
}

/** Plans a file as several instances do. Returns null if it must be read as a whole. */
async function planBySurveys({
  path: file,
  ...work
}: Pick<PiecesCase, 'module' | 'pieceBytes'> & {
  info: ReturnType<typeof createTestInfo>;
  source: Awaited<ReturnType<typeof openSource>>;
  path: string;
}): Promise<PlannedFile | null> {
  const surveyed = await surveyAll(work);
  const pieces = surveyed && (await joinSurveys({ ...work, surveyed, spaceFolder: folder, signal, cancelled: signal }));
  if (pieces === null) return null;
  const hash = ({ from, end }: FilePiece) =>
    hashRange({ path: file }, from?.byteOffset ?? 0, end?.byteOffset ?? Infinity);
  const hashed = await Promise.all(pieces.map(async (piece) => ({ ...piece, sha256: await hash(piece) })));
  // The result of a survey is not used, because each piece has its own.
  return { pieces: hashed, stop: null, result: createEmptyResult(work.info) };
}

/** Surveys all pieces. The database stores them as JSON. */
async function surveyAll({
  pieceBytes: bytes,
  ...work
}: Omit<SurveysToJoin, 'surveyed' | 'spaceFolder' | 'signal' | 'cancelled'>): Promise<SurveyedFile | null> {
  const keysPath = join(folder, 'keys');
  const keys = new Map<string, { from: number; to: number }>();
  const surveys: Survey[] = [];
  let length = 0;
  writeFileSync(keysPath, '');
  const pieces = Math.max(1, Math.ceil((work.source.totalBytes ?? 0) / bytes));
  for (let piece = 0; piece < pieces; piece++) {
    const storeKeys = async (step: number, packed: Uint8Array): Promise<void> => {
      appendFileSync(keysPath, packed);
      keys.set(stepKey(piece, step), { from: length, to: (length += packed.length) });
    };
    const survey = await surveyPiece({ ...work, piece, pieces, bytes, storeKeys, signal, cancelled: signal });
    if (survey === null) return null;
    surveys.push(JSON.parse(JSON.stringify(survey)) as Survey);
  }
  return { surveys, keysPath, keys };
}

function createEmptyResult(info: ReturnType<typeof createTestInfo>): ProcessingResult {
  return parseErrors(createResult(info, createCheckpoint(), ''));
}

/** Runs all pieces of the plan, as processes of their own would. */
async function runPieces(
  module: SpecModule,
  { runsTwice }: Required<Pick<PiecesCase, 'runsTwice'>>,
): Promise<{ result: ProcessingResult; lines: string }> {
  const plan = await readPlan(store);
  const out = join(folder, `out-${plan.runId}`);
  const destination: PieceDestination = { kind: 'folder', path: out };
  const open = () => openSource(path, { maxBytes: Infinity, ...kindOf(module) });
  const run = async (piece: number) =>
    writePieceResult(store, await publishPiece({ plan, piece, module, file: { path }, open, destination, signal }));
  for (const piece of plan.pieces.keys()) await Promise.all(runsTwice(piece) ? [run(piece), run(piece)] : [run(piece)]);
  const { results, missing } = await readResults(store, plan);
  assert.deepEqual(missing, []);
  const hasLines = plan.result.status !== 'FAILED';
  const parts = hasLines ? readdirSync(out).sort() : [];
  assert.equal(parts.length, hasLines ? plan.pieces.length : 0);
  const lines = parts.map((name) => readFileSync(join(out, name), 'utf8'));
  rmSync(out, { recursive: true, force: true });
  rmSync(`${planPath}.results`, { recursive: true, force: true });
  const result =
    plan.pieces.length === 0 ? plan.result : mergeResults({ plan, spec: module.spec, hasRunId: false }, results);
  return { result: { ...result, specId: 's' }, lines: lines.join('') };
}

/** Reads the whole file with one thread, after the gate. */
async function readWhole({
  module,
  options,
  sha256,
}: {
  module: SpecModule;
  options: Partial<RunOptions>;
  sha256: string;
}): Promise<{ result: ProcessingResult; lines: string; published: string }> {
  const out = join(folder, 'whole');
  rmSync(out, { force: true });
  const open = () => openSource(path, { maxBytes: Infinity, ...kindOf(module) });
  const source = await open();
  const target = await openLineFile(out);
  let published = '';
  const sink = createNdjsonSink({
    ...target,
    async write(parts, position) {
      published += Buffer.concat(parts).toString();
      await target.write(parts, position);
    },
  });
  const result = await runFile({
    info: createTestInfo(module, { today: '2024-02-29', ...options }, { specId: 's', fileSha256: sha256 }),
    module,
    source,
    sink: options.cloudevents === 'structured' ? createStructuredSink(sink) : sink,
    openAgain: open,
  });
  await source.close();
  return { result, lines: result.status === 'FAILED' ? '' : readFileSync(out, 'utf8'), published };
}

function kindOf({ spec: { isBinary, workbook } }: SpecModule): { isBinary: boolean; workbook?: typeof workbook } {
  return { isBinary: isBinary === true, ...(workbook !== undefined && { workbook }) };
}

/** The order of warnings about a batch as a whole depends on its size. */
function withoutTime({ durationMs: _, warnings, ...result }: ProcessingResult): unknown {
  return { ...result, warnings: warnings.map((warning) => JSON.stringify(warning)).sort() };
}
