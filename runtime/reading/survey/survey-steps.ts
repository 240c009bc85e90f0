import type { Position, SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import { createCheckpoint } from '../../base/model/checkpoint.ts';
import type { CountedBatch } from '../../base/model/issue-counts.ts';
import type { RecordedKeys } from '../../base/model/recorded-keys.ts';
import { findBrokenFile } from '../../base/model/result.ts';
import type { SurveyStep } from '../../base/model/survey.ts';
import { createRunCounters } from '../run/counters.ts';
import { joinKeys, packKeys, sizeOfKeys } from '../unique-keys/packed-keys.ts';

/** Where the steps of a survey begin and end, in bytes, and who stores the values of UNIQUE rules of a step. */
export interface StepOptions {
  from: number;
  to: number;
  maxBytes: number;
  spec: SpecInfo;
  storeKeys(step: number, keys: Uint8Array): Promise<void>;
}

/** A step is at least this long. */
const MIN_STEP_BYTES = 16 * 1024;
/** A step ends when its values of UNIQUE rules have this many bytes, because they are packed and stored at once. */
const MAX_KEY_BYTES = 4 * 1024 * 1024;

/**
 * Joins the batches of a survey to steps. What is wrong because the reader has assumed a wrong state is near its start, and
 * what depends on all records is near its end. So steps are short there, and only little is read again.
 */
export class SurveySteps {
  readonly steps: SurveyStep[] = [];
  readonly #options: StepOptions;
  #from: number;
  #next: Position | null = null;
  #isBroken = false;
  #keys: RecordedKeys[] = [];
  #keyBytes = 0;

  constructor(options: StepOptions) {
    this.#options = options;
    this.#from = options.from;
  }

  /** Adds a batch with the values that its UNIQUE rules compare. */
  async add(batch: CountedBatch, keys: RecordedKeys | undefined): Promise<void> {
    // What is found at the end of the file has a step of its own: the bytes before it can be read again without it.
    if (batch.next.byteOffset === this.#next?.byteOffset) await this.end();
    this.#next = batch.next;
    this.#isBroken ||= isBrokenBy(this.#options.spec, batch);
    if (keys !== undefined) this.#keys.push(keys);
    this.#keyBytes += keys === undefined ? 0 : sizeOfKeys(keys);
    const { from, to, maxBytes } = this.#options;
    const distance = Math.min(this.#from - from, to - this.#from);
    const wanted = Math.min(maxBytes, Math.max(MIN_STEP_BYTES, distance / 2));
    const isLong = batch.next.byteOffset - this.#from >= wanted;
    if (isLong || this.#keyBytes >= MAX_KEY_BYTES) await this.end();
  }

  /** Ends the present step, if it has records. */
  async end(): Promise<void> {
    const next = this.#next;
    if (next === null) return;
    const keys = this.#keys;
    if (keys.length > 0) await this.#options.storeKeys(this.steps.length, packKeys(joinKeys(keys)));
    this.steps.push({
      next,
      ...(this.#isBroken && { isBroken: true as const }),
      ...(keys.length > 0 && { hasKeys: true as const }),
    });
    this.#next = null;
    this.#isBroken = false;
    this.#keys = [];
    this.#keyBytes = 0;
    this.#from = next.byteOffset;
  }
}

/** Returns whether a batch shows that the file breaks a rule, so that nothing of it may be published. */
export function isBrokenBy({ hasGate, documents }: SpecInfo, batch: CountedBatch): boolean {
  if (hasGate !== true || (batch.recordIssues.length === 0 && batch.fileIssues === undefined)) return false;
  const checked = createCheckpoint();
  if (documents !== undefined) checked.documentRules = documents.rules;
  createRunCounters(checked, 0).add(batch);
  return findBrokenFile(checked) !== null;
}
