import type { PartJoiner } from '../documents/document-run.ts';
import type { DocumentIssue, DocumentLimits, DocumentStep } from '../documents/document-step.ts';
import type { FileIssue, Severity } from '../model/contract.ts';
import type { TypePlace } from './structure.ts';

/** The types whose records are documents, and the limits of each document. A constant of the generated module. */
export interface DocumentSettings extends DocumentLimits {
  /** The types whose records form a document with all records inside them, as indexes. */
  readonly types: readonly number[];
  /** Joins records with those that are members of theirs. Absent: there are none. */
  readonly parts?: PartJoiner;
}

/** Follows which records belong to one document, and collects the issues of the document as a whole. */
export class DocumentTracker implements DocumentStep {
  readonly limits: DocumentLimits;
  hasEnded = false;
  begun: readonly number[] = [];
  /** The type of the outermost open document, and of the one that has ended with the last record. -1: none. */
  #open: number;
  #ended = -1;
  #found: DocumentIssue[] = [];
  readonly #documents: ReadonlySet<number>;
  readonly #types: readonly TypePlace[];

  /** @param scopes the types of the open scopes at the position where reading begins, the outermost first */
  constructor(
    types: readonly TypePlace[],
    { types: documents, maxBytes, maxRecords }: DocumentSettings,
    scopes: number[],
  ) {
    this.limits = { maxBytes, maxRecords };
    this.#types = types;
    this.#documents = new Set(documents);
    this.#open = scopes.find((type) => this.#documents.has(type)) ?? -1;
  }

  get isInside(): boolean {
    return this.#open >= 0;
  }

  get isLast(): boolean {
    return this.#open >= 0 && this.#isLeaf(this.#open);
  }

  /** Whether the rules of the scope of a type belong to a document. */
  hasScope(type: number): boolean {
    return type >= 0 && (this.#documents.has(type) || this.hasScope(this.#types[type]?.parent ?? -1));
  }

  /** Moves to a record of a type. Its place has closed and opened the scopes of some types. */
  move(type: number, closed: readonly number[], opened: readonly number[]): void {
    if (this.isLast) this.#open = -1;
    this.hasEnded = this.#open >= 0 && closed.includes(this.#open);
    this.#ended = this.hasEnded ? this.#open : -1;
    if (this.hasEnded) this.#open = -1;
    this.begun = [...opened, type].filter((one) => this.#documents.has(one));
    if (this.#open < 0) this.#open = this.begun[0] ?? -1;
  }

  /** Moves to a record whose type is not known. It belongs to the open document. */
  moveUnknown(): void {
    if (this.isLast) this.#open = -1;
    this.hasEnded = false;
    this.#ended = -1;
    this.begun = [];
  }

  /** Follows the file from a position on at which scopes of some types are open, the outermost first. */
  follow(scopes: readonly number[]): void {
    this.#open = scopes.find((type) => this.#documents.has(type)) ?? -1;
    this.#ended = -1;
    this.hasEnded = false;
    this.begun = [];
    this.#found = [];
  }

  /** Ends the file. */
  end(): void {
    this.#ended = this.#open;
    this.#open = -1;
  }

  /** Whether a missing record of a type is an issue of the document that has ended with the last record. */
  lacks(type: number): boolean {
    for (let outer = this.#types[type]?.parent ?? -1; outer >= 0; outer = this.#types[outer]?.parent ?? -1)
      if (outer === this.#ended) return true;
    return false;
  }

  addMissing(severity: Severity, description: string): void {
    const message = `${description} is missing in this document`;
    this.#found.push({
      record: null,
      issue: { severity, code: 'MISSING_RECORD', ruleId: null, field: null, column: null, message },
    });
  }

  /** Adds the broken rules of scopes that belong to documents. */
  addBroken(broken: readonly FileIssue[]): void {
    for (const { severity, code, ruleId, message, record } of broken)
      this.#found.push({ record, issue: { severity, code, ruleId, field: null, column: null, message } });
  }

  /** Returns the issues of the document since the last call. */
  takeFound(): DocumentIssue[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  #isLeaf(type: number): boolean {
    return this.#types.every(({ parent }) => parent !== type);
  }
}
