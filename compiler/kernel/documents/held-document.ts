import type { Issue, Outcome, Severity } from '../model/contract.ts';
import type { RecordLocation } from '../model/record-location.ts';
import type {
  DecidedDocument,
  DocumentIssue,
  DocumentLimits,
  DocumentStep,
  LongDocument,
  LongDocuments,
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

/** How documents are held and judged. */
export interface HeldOptions<Payload> {
  readonly skipsInvalid: boolean;
  /** The document at the position where reading resumes. */
  readonly decided: DecidedDocument | null;
  readonly join: JoinRecords<Payload> | null;
  /** The documents that are too long. Null: these are rejected. */
  readonly long: LongDocuments | null;
}

/** Maximum number of issues in a document, so that it takes limited memory. */
const MAX_ISSUES = 100_000;

/** Holds the records of the open document until the outcome of all of them is known. */
export class HeldDocument<Payload> {
  /** The open document whose outcome is already known. Null: there is none. */
  decided: DecidedDocument | null;
  /** The open document that is too long, while this reading finds out about it. Null: there is none. */
  #noted: LongDocument | null = null;
  /** The issues of the decided document as a whole. */
  #found: readonly DocumentIssue[];
  #records: HeldRecord<Payload>[] = [];
  #documents: number[] = [];
  #bytes = 0;
  #issues = 0;
  readonly #limits: DocumentLimits;
  readonly #skipsInvalid: boolean;
  /** Joins the parts of a document that is not rejected. It may add an issue to a record, which then fails. */
  readonly #join: JoinRecords<Payload> | null;
  readonly #long: LongDocuments | null;

  constructor(limits: DocumentLimits, { skipsInvalid, decided, join, long }: HeldOptions<Payload>) {
    this.#join = join;
    this.#limits = limits;
    this.#skipsInvalid = skipsInvalid;
    this.#long = long;
    this.decided = decided;
    this.#found = decided?.first === undefined ? [] : (long?.find(decided.first)?.found ?? []);
  }

  /** Whether it has records whose outcome is not known. */
  get isHolding(): boolean {
    return this.#records.length > 0;
  }

  /** Whether the open document is too long, and this reading finds out about it. */
  get isNoting(): boolean {
    return this.#noted !== null;
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
    if (this.decided !== null) {
      found();
      this.#decide(record, this.decided);
      return [...judged, { ...alone(record), documents: step.begun, outcome: this.decided.outcome }];
    }
    if (this.#noted !== null) {
      this.#note(record);
      return [...judged, { ...alone(record), documents: step.begun }];
    }
    this.#bytes += this.#sourceBytesOf(record) + bytes;
    this.#records.push(record);
    this.#documents.push(...step.begun);
    this.#issues += record.issues.length;
    const excess = this.#findExcess();
    if (excess !== null) {
      const released = this.#long === null ? this.#rejectLong(record, excess) : this.#release(this.#long);
      if (step.isLast) this.decided = null;
      return [...judged, released];
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
    this.decided = null;
    this.#found = [];
    if (this.#noted !== null) this.#endNoted(this.#noted, found);
    return this.isHolding ? [this.#judge(found)] : [];
  }

  /** Rejects the open document because the file cannot be read to its end. Returns its records. */
  abandon(): JudgedRecords<Payload>[] {
    const last = this.#records.at(-1);
    if (last === undefined) return [];
    const message = 'the file cannot be read to the end of this document';
    for (const record of this.#records) failRecord(record, 'DOCUMENT_REJECTED', message);
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

  /** Releases the records of a document that is too long, with the outcome that an earlier reading has found, if any has. */
  #release(long: LongDocuments): JudgedRecords<Payload> {
    const first = this.#records[0]?.location.record ?? 0;
    const known = long.find(first);
    if (known === null) {
      this.#noted = { first, outcome: 'processed', record: 0, found: [] };
      for (const record of this.#records) this.#note(record);
      return { ...this.#take('processed'), isBefore: false };
    }
    const { found, ...decided } = known;
    this.decided = decided;
    this.#found = found;
    for (const record of this.#records) this.#decide(record, decided);
    return { ...this.#take(decided.outcome), isBefore: false };
  }

  /** Adds the issues that the document as a whole has at a record, and the outcome of the document. */
  #decide(record: HeldRecord<Payload>, decided: DecidedDocument): void {
    const number = record.location.record;
    for (const { record: owner, issue } of this.#found) {
      if ((owner ?? decided.first) !== number) continue;
      addIssue(record, issue);
      record.outcome = worse(record.outcome, this.#outcomeOf(issue));
    }
    if (decided.outcome !== 'processed') reject(record, { outcome: decided.outcome, record: decided.record });
  }

  #note({ outcome, location: { record } }: Pick<HeldRecord<Payload>, 'outcome' | 'location'>): void {
    const noted = this.#noted;
    if (noted === null || outcome === 'processed' || worse(noted.outcome, outcome) !== outcome) return;
    const isFirst = noted.outcome !== outcome || record < noted.record;
    noted.outcome = outcome;
    if (isFirst) noted.record = record;
  }

  #endNoted(noted: LongDocument, found: readonly DocumentIssue[]): void {
    for (const { record, issue } of found)
      this.#note({
        outcome: this.#outcomeOf(issue),
        location: { line: 0, byteOffset: 0, byteLength: 0, record: record ?? noted.first },
      });
    this.#noted = null;
    this.#long?.note({ ...noted, found: [...found] });
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
    const rejection: Rejection = { outcome: 'failed', record: last.location.record };
    this.decided = rejection;
    for (const record of this.#records) reject(record, rejection);
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

/** The outcome of a document that is not published, and the number of the record that is the cause. */
interface Rejection {
  outcome: Exclude<Outcome, 'processed'>;
  record: number;
}

/** Changes the outcome of a record to that of its document. Nothing changes if it is the same. */
function reject(record: HeldRecord<unknown>, { outcome, record: cause }: Rejection): void {
  if (worse(record.outcome, outcome) === record.outcome) return;
  const message = `the document of this record is rejected because of record ${cause}`;
  addIssue(record, { ...issueOf(severityOf(outcome), 'DOCUMENT_REJECTED'), message, causeRecord: cause });
  record.outcome = outcome;
}

function severityOf(outcome: Rejection['outcome']): Severity {
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
