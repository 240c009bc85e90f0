import type { Issue, Outcome, Severity } from '../model/contract.ts';
import type { RecordLocation } from '../model/record-location.ts';
import type {
  DocumentIssue,
  DocumentLimits,
  DocumentStep,
  RejectedDocument,
  RejectedOutcome,
} from './document-step.ts';

/** A record whose outcome depends on the other records of its document. */
export interface HeldRecord<Payload> {
  readonly location: RecordLocation;
  /** Index and name of its type, and whether its records become messages. */
  readonly type: number;
  readonly name: string | undefined;
  readonly isPublished: boolean;
  readonly corrected: boolean;
  payload: Payload;
  /** Its issues and its outcome, which change when the document is judged. */
  issues: Issue[];
  outcome: Outcome;
}

/** Consecutive records with their final outcomes. */
export interface JudgedRecords<Payload> {
  readonly records: readonly HeldRecord<Payload>[];
  /** The types of the documents that the records are, as indexes. They have the outcome `outcome`. */
  readonly documents: readonly number[];
  readonly outcome: Outcome;
  /** Whether the file can be resumed before the record that was added last, because a document ended there. */
  readonly isBefore: boolean;
}

/** Joins the records of a document. */
export type JoinRecords<Payload> = (records: readonly HeldRecord<Payload>[]) => void;

/** Maximum number of issues in a document, so that it takes limited memory. */
const MAX_ISSUES = 100_000;

/** Holds the records of the open document until the outcome of all of them is known. */
export class HeldDocument<Payload> {
  /** The document that is read on although it is rejected. Null: there is none. */
  rejected: RejectedDocument | null;
  #records: HeldRecord<Payload>[] = [];
  #documents: number[] = [];
  #bytes = 0;
  #issues = 0;
  readonly #limits: DocumentLimits;
  readonly #skipsInvalid: boolean;
  /** Joins the parts of a document that is not rejected. It may add an issue to a record, which then fails. */
  readonly #join: JoinRecords<Payload> | null;

  /** @param rejected the document at the position where reading resumes */
  constructor(
    limits: DocumentLimits,
    skipsInvalid: boolean,
    rejected: RejectedDocument | null,
    join: JoinRecords<Payload> | null,
  ) {
    this.#join = join;
    this.#limits = limits;
    this.#skipsInvalid = skipsInvalid;
    this.rejected = rejected;
  }

  /** Whether it has records whose outcome is not known. */
  get isHolding(): boolean {
    return this.#records.length > 0;
  }

  /** The only record that it holds, if the record has no issues. Otherwise null. */
  get onlyRecord(): HeldRecord<Payload> | null {
    const [only] = this.#records;
    return this.#records.length === 1 && only !== undefined && only.issues.length === 0 ? only : null;
  }

  /** Forgets the records that it holds. */
  forget(): void {
    this.#take('processed');
  }

  /** The numbers of its records, bytes and issues. If the document is rejected, each record has one more issue. */
  get size(): { records: number; bytes: number; issues: number } {
    const records = this.#records.length;
    return { records, bytes: this.#bytes, issues: this.#issues + records };
  }

  /**
   * Adds a record whose message has `bytes` bytes. Returns the records whose outcome is known now, in their order.
   * `found` returns the issues of the document that ended before the record.
   */
  add(
    record: HeldRecord<Payload>,
    bytes: number,
    step: DocumentStep,
    found: () => DocumentIssue[],
  ): JudgedRecords<Payload>[] {
    const judged = step.hasEnded ? this.end(found()) : [];
    if (!step.isInside) return [...judged, alone(record)];
    if (this.rejected !== null) {
      found();
      reject(record, this.rejected);
      return [...judged, { ...alone(record), documents: step.begun, outcome: this.rejected.outcome }];
    }
    this.#bytes += this.#sourceBytesOf(record) + bytes;
    this.#records.push(record);
    this.#documents.push(...step.begun);
    this.#issues += record.issues.length;
    const excess = this.#findExcess();
    if (excess !== null) {
      const rejected = this.#rejectLong(record, excess);
      if (step.isLast) this.rejected = null;
      return [...judged, rejected];
    }
    return step.isLast ? [...judged, { ...this.#judge(found()), isBefore: false }] : judged;
  }

  /** The groups of a record have the place of that record, which counts once. */
  #sourceBytesOf({ location }: HeldRecord<Payload>): number {
    const isGroup = this.#records.at(-1)?.location.byteOffset === location.byteOffset;
    return isGroup ? 0 : location.byteLength;
  }

  /** Ends the open document, which has the issues `found` as a whole. Returns its records. Empty: there is none. */
  end(found: readonly DocumentIssue[]): JudgedRecords<Payload>[] {
    this.rejected = null;
    return this.isHolding ? [this.#judge(found)] : [];
  }

  /** Rejects the open document because the file cannot be read to its end. Returns its records. */
  abandon(): JudgedRecords<Payload>[] {
    const last = this.#records.at(-1);
    if (last === undefined) return [];
    const message = 'the file cannot be read to the end of this document';
    for (const record of this.#records) addIssue(record, { ...issueOf('FATAL', 'DOCUMENT_REJECTED'), message });
    return [{ ...this.#take('failed'), isBefore: false }];
  }

  #judge(found: readonly DocumentIssue[]): JudgedRecords<Payload> {
    const [first] = this.#records;
    for (const { record, issue } of found) {
      const owner = this.#records.find(({ location }) => location.record === record) ?? first;
      if (owner === undefined) continue;
      addIssue(owner, issue);
      owner.outcome = worse(owner.outcome, this.#outcomeOf(issue));
    }
    let outcome = this.#worst();
    if (outcome === 'processed' && this.#join !== null) {
      this.#join(this.#records);
      outcome = this.#worst();
    }
    if (outcome !== 'processed') {
      const cause = this.#records.find((one) => one.outcome === outcome)?.location.record ?? 0;
      for (const record of this.#records) reject(record, { outcome, record: cause });
    }
    return this.#take(outcome);
  }

  #worst(): Outcome {
    return this.#records.reduce<Outcome>((worst, one) => worse(worst, one.outcome), 'processed');
  }

  #take(outcome: Outcome): JudgedRecords<Payload> {
    const [records, documents] = [this.#records, this.#documents];
    this.#records = [];
    this.#documents = [];
    this.#bytes = 0;
    this.#issues = 0;
    return { records, documents, outcome, isBefore: true };
  }

  #outcomeOf({ severity }: Issue): Outcome {
    if (severity === 'FATAL') return 'failed';
    return severity === 'ERROR' && this.#skipsInvalid ? 'skipped' : 'processed';
  }

  #findExcess(): string | null {
    const { maxBytes, maxRecords } = this.#limits;
    if (this.#records.length > maxRecords) return `has more than ${maxRecords} records`;
    if (this.#bytes > maxBytes) return `is larger than ${maxBytes} bytes together with its messages`;
    return this.#issues > MAX_ISSUES ? `has more than ${MAX_ISSUES} issues` : null;
  }

  /** Rejects the open document although it has not ended. `last` is the record with which it is too long. */
  #rejectLong(last: HeldRecord<Payload>, excess: string): JudgedRecords<Payload> {
    addIssue(last, { ...issueOf('FATAL', 'DOCUMENT_TOO_LONG'), message: `the document of this record ${excess}` });
    last.outcome = 'failed';
    this.rejected = { outcome: 'failed', record: last.location.record };
    for (const record of this.#records) reject(record, this.rejected);
    return { ...this.#take('failed'), isBefore: false };
  }
}

/** Adds a FATAL issue to a record, so that its document is rejected. */
export function failRecord(record: HeldRecord<unknown>, code: string, message: string): void {
  addIssue(record, { ...issueOf('FATAL', code), message });
  record.outcome = 'failed';
}

/** Returns the judgement of a record that is no part of a document. */
function alone<Payload>(record: HeldRecord<Payload>): JudgedRecords<Payload> {
  return { records: [record], documents: [], outcome: record.outcome, isBefore: false };
}

/** Changes the outcome of a record to that of its document. Nothing changes if it is the same. */
function reject(record: HeldRecord<unknown>, { outcome, record: cause }: RejectedDocument): void {
  if (worse(record.outcome, outcome) === record.outcome) return;
  const message = `the document of this record is rejected because of record ${cause}`;
  addIssue(record, { ...issueOf(severityOf(outcome), 'DOCUMENT_REJECTED'), message, causeRecord: cause });
  record.outcome = outcome;
}

function severityOf(outcome: RejectedOutcome): Severity {
  return outcome === 'failed' ? 'FATAL' : 'ERROR';
}

function issueOf(severity: Severity, code: string): Omit<Issue, 'message'> {
  return { severity, code, ruleId: null, field: null, column: null };
}

function addIssue(record: HeldRecord<unknown>, issue: Issue): void {
  record.issues = [...record.issues, issue];
}

const ascending: readonly Outcome[] = ['processed', 'skipped', 'failed'];

function worse(one: Outcome, other: Outcome): Outcome {
  return ascending.indexOf(other) > ascending.indexOf(one) ? other : one;
}
