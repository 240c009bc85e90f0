import type { FileHandle } from 'node:fs/promises';
import type { Position } from '../../../compiler/kernel/model/contract.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import type { RecordedKeys } from '../../base/model/recorded-keys.ts';
import { type KeyRange, type Survey, type SurveyedFile, type SurveyStep, stepKey } from '../../base/model/survey.ts';
import type { MergedSplit, MergePlan } from '../split/merge.ts';
import type { SplitResult } from '../split/queue.ts';
import { unpackKeys } from '../unique-keys/packed-keys.ts';

/** A step of a survey as a batch. It has a position and values of UNIQUE rules, but no counts and no issues. */
export interface StepBatch extends CountedBatch {
  readonly isStep: true;
  /** Whether the step shows that a rule of the file is broken. */
  readonly isBroken: boolean;
  /** Whether a piece of the file may end with the step. */
  readonly isCut: boolean;
}

/** Returns whether a merge has yielded a step of a survey, and not a batch that it has read. */
export function isStep(batch: CountedBatch): batch is StepBatch {
  return 'isStep' in batch;
}

/** Creates the plan of a merge that reads the surveys of a file instead of the file. `keysFile` has the values of its steps. */
export function createSurveyPlan({ surveys: all, keys }: SurveyedFile, keysFile: FileHandle | null): MergePlan {
  const surveys = all.map((survey, number) => ({ survey, number })).filter(({ survey }) => survey.from !== null);
  const isReadToEnd = surveys.some(({ survey }) => survey.isOver);
  let index = 0;
  const readKeys = async (survey: number, step: number): Promise<RecordedKeys> => {
    const range = keys.get(stepKey(survey, step));
    // Without its values, a step would have none that an earlier record has, too.
    if (range === undefined || keysFile === null) throw new Error(`no values of step ${step} of survey ${survey}`);
    return unpackKeys(await readRange(keysFile, range));
  };
  return {
    isBroken: false,
    async next() {
      const next = surveys[index];
      if (next !== undefined) return toSplit(next.survey, (step) => readKeys(next.number, step));
      // A last record that ends the last piece but one: the rest has no record, but the end of the file.
      return index > surveys.length || isReadToEnd ? null : REST;
    },
    reached() {},
    merged: () => void index++,
    close() {},
  };
}

async function readRange(file: FileHandle, { from, to }: KeyRange): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(to - from);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw new Error('the file with the values of surveys is too short');
    at += bytesRead;
  }
  return bytes;
}

const START: Position = { byteOffset: -1, line: 0, record: 0, state: null };

/** What no reader has surveyed: it is read. */
const REST: MergedSplit = {
  split: { from: START, to: Infinity, maxListed: 0 },
  take: async () => ({ kind: 'lost' }),
};

function toSplit({ from, steps, isOver }: Survey, readKeys: (step: number) => Promise<RecordedKeys>): MergedSplit {
  const start = from as Position;
  const end = steps.at(-1)?.next ?? start;
  let taken = 0;
  return {
    split: { from: start, to: isOver ? Infinity : end.byteOffset, maxListed: 0 },
    async take(): Promise<SplitResult> {
      const step = steps[taken];
      if (step === undefined) return { kind: 'end', isOver };
      const before = steps[taken - 1]?.next ?? start;
      const uniqueKeys = step.hasKeys === true ? await readKeys(taken) : undefined;
      taken++;
      const batch = toBatch(step, before, !isOver && taken === steps.length);
      return { kind: 'batch', batch: uniqueKeys === undefined ? batch : { ...batch, uniqueKeys } };
    },
  };
}

const NO_BYTES = new Uint8Array(0);
const NO_ENDS = new Uint32Array(0);

function toBatch({ next, isBroken }: SurveyStep, before: Position, isCut: boolean): StepBatch {
  return {
    isStep: true,
    ...{ isBroken: isBroken === true, isCut, next, failure: null },
    ...{ firstRecord: before.record + 1, records: next.record - before.record, count: 0, corrected: 0, otherLines: 0 },
    ...{ bytes: NO_BYTES, ends: NO_ENDS, keys: NO_BYTES, keyEnds: NO_ENDS, recordIssues: [], warnings: [] },
  };
}
