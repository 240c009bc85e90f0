import type { Position } from '../../../compiler/kernel/model/contract.ts';

/** Some records that follow each other in a survey. */
export interface SurveyStep {
  /** The position after its last record, as the reader of the survey sees it. */
  readonly next: Position;
  /** Whether the reader has found that a rule of the file is broken, which keeps the file from being published. */
  readonly isBroken?: true;
  /** Whether the step has values of UNIQUE rules, which are stored apart. */
  readonly hasKeys?: true;
}

/**
 * What a reader has found in a piece of a file without knowing what is before it. It assumes a position, which is then
 * compared with the actual one.
 */
export interface Survey {
  /** Where reading began; null if no record begins in the piece. */
  readonly from: Position | null;
  readonly steps: readonly SurveyStep[];
  /** Whether the file has ended. If not, a piece of the file may end after the last step. */
  readonly isOver: boolean;
  readonly durationMs: number;
  readonly processorMs: number;
}

/** Where the values of UNIQUE rules of a step are in a file, in bytes. */
export interface KeyRange {
  readonly from: number;
  readonly to: number;
}

/** The surveys of all pieces of a file, in its order, and the values of UNIQUE rules, which are in a file of their own. */
export interface SurveyedFile {
  readonly surveys: readonly Survey[];
  /** The path of the file with the values; null if there are none. */
  readonly keysPath: string | null;
  /** Where the values of each step are, by the numbers of the survey and of the step. */
  readonly keys: ReadonlyMap<string, KeyRange>;
}

/** Returns the key of a step in `SurveyedFile.keys`. */
export function stepKey(survey: number, step: number): string {
  return `${survey} ${step}`;
}
