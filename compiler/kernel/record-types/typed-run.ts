import type { FileIssue, Outcome, Severity, TransformOptions } from '../model/contract.ts';
import type { RangeLoop } from '../fast/range-loop.ts';
import type { FastLoopParts } from '../fast/record-loop.ts';
import type { RecordReport } from '../model/record-report.ts';
import type { LateRecord, RecordSource } from '../model/record-source.ts';
import { addStructure } from '../model/add-structure.ts';
import type { TypedRun, TypedRunReader } from '../module/record-reader.ts';
import { createUniqueKeys } from '../file-rules/unique-keys.ts';
import { ScopeTotals } from '../file-rules/scope-totals.ts';
import { EnclosingRecords } from './enclosing-records.ts';
import type { DocumentRun } from '../documents/document-run.ts';
import type { DocumentTracker } from './document-tracker.ts';
import type { Documents } from './documents.ts';
import type { FastRun, RunMark, SavedRun } from './fast-run.ts';
import { TypedSplitStates } from './split-states.ts';
import type { Placement } from './structure.ts';
import { checkBlock } from './check-block.ts';
import { isMoreSerious } from './severities.ts';
import { StructureWalker } from './structure-walker.ts';
import { TypedRecordLoop } from './typed-record-loop.ts';
import type { TypedReader, TypeReader } from './typed-reader.ts';
import type { TypedState } from './typed-state.ts';

/** The values of a record together with the functions of its type. */
interface TypedValues<Raw> {
  readonly type: TypeReader<Raw, unknown>;
  readonly values: unknown;
}

type RunOptions = Pick<TransformOptions, 'from' | 'uniqueKeys' | 'onBrokenRule'>;

/**
 * Creates the reader of one file whose records have several types. It follows their nesting and order. `from` is the
 * position at which a resumed run continues. Undefined: the beginning of the file.
 */
export function createTypedRun<Raw, T>(
  reader: TypedReader<Raw>,
  options: RunOptions,
): TypedRunReader<Raw, TypedValues<Raw>> & { toRecord(values: TypedValues<Raw>): T } {
  const { maxRecordBytes, hasSensitiveFields, runWarnings, openReference, openMaskKeys } = reader;
  return {
    toJson: ({ type, values }) => type.toJson(values),
    toKey: ({ type, values }) => type.toKey(values),
    // The records of all types together are T.
    toRecord: ({ type, values }) => type.toRecord(values) as T,
    maxRecordBytes,
    hasSensitiveFields,
    runWarnings,
    openReference,
    openMaskKeys,
    run: new RecordTypesRun(reader, options),
  };
}

const MAX_EXPECTED = 5;

/** Reads the records of one file by their types. */
class RecordTypesRun<Raw> implements TypedRun<Raw, TypedValues<Raw>>, FastRun {
  /** The index of the type of the record that was read last. -1 if it is not known. */
  type = -1;
  readonly #reader: TypedReader<Raw>;
  readonly #walker: StructureWalker;
  readonly enclosing: EnclosingRecords;
  readonly totals: ScopeTotals;
  readonly splitStates: TypedSplitStates;
  readonly documents: DocumentRun | undefined;
  readonly #tracker: DocumentTracker | null;
  readonly #onBrokenRule: TransformOptions['onBrokenRule'];
  #record: number;
  /** The records inside the last one whose values records before them copy. */
  #late: readonly LateRecord<Raw>[] = [];

  constructor(reader: TypedReader<Raw>, { from, uniqueKeys = createUniqueKeys(), onBrokenRule }: RunOptions) {
    this.#reader = reader;
    this.#onBrokenRule = onBrokenRule;
    this.splitStates = new TypedSplitStates(reader.structure, reader.fileRules);
    // The state of a position is the object that `state()` returned.
    const state = (from?.state as { records?: TypedState } | null | undefined)?.records ?? null;
    const copied = new Set(reader.types.flatMap(({ copiesFrom }) => copiesFrom));
    this.#walker = new StructureWalker(reader.structure, state?.scopes ?? null);
    this.#record = from?.record ?? 0;
    const open = this.#walker.state().map(({ type }) => type);
    const tracker = reader.documents?.createTracker(reader.structure.types, open) ?? null;
    this.#tracker = tracker;
    this.documents = createDocumentRun(reader.documents, tracker, state);
    const isInDocument = tracker === null ? undefined : (scope: number) => tracker.hasScope(scope);
    this.totals = new ScopeTotals(reader.fileRules, this.names, state?.totals ?? null, uniqueKeys, isInDocument);
    this.enclosing = new EnclosingRecords(reader.structure.types, copied, state?.enclosing ?? null);
  }

  /** The names of the types, in the order of the spec. */
  get names(): readonly string[] {
    return this.#reader.types.map(({ name }) => name);
  }

  /** The name of the type of the last record. Undefined if it is not known. */
  get recordType(): string | undefined {
    return this.#reader.types[this.type]?.name;
  }

  /** Whether the last record becomes a message if it is processed. */
  get isPublished(): boolean {
    return this.#reader.types[this.type]?.isPublished ?? false;
  }

  /** Returns what a resume position stores, as plain JSON data. */
  state(): TypedState {
    return { scopes: this.#walker.state(), enclosing: this.enclosing.state(), totals: this.totals.state() };
  }

  /** Returns the present state, for `restore`. */
  mark(): RunMark {
    const state = { scopes: this.#walker.state(), enclosing: this.enclosing.mark(), totals: this.totals.state() };
    return { state, type: this.type, record: this.#record };
  }

  /** Returns to the state before the records since a mark. */
  restore({ state, type, record }: RunMark): void {
    this.#walker.restore(state.scopes);
    this.enclosing.restore(state.enclosing);
    this.totals.restore(state.totals);
    this.type = type;
    this.#record = record;
  }

  repeat(type: number): boolean {
    if (!this.#walker.repeat(type)) return false;
    this.#record++;
    this.type = type;
    return true;
  }

  save(saved: SavedRun): void {
    this.#walker.save(saved.scopes);
    saved.enclosing = this.enclosing.mark();
    saved.totals = this.totals.state();
    saved.type = this.type;
    saved.record = this.#record;
  }

  restoreSaved({ scopes, enclosing, totals, type, record }: SavedRun): void {
    this.#walker.restoreSaved(scopes);
    this.enclosing.restore(enclosing);
    this.totals.restore(totals);
    this.type = type;
    this.#record = record;
  }

  followDocuments(): void {
    this.#tracker?.follow(this.#walker.state().map(({ type }) => type));
  }

  createFastLoop(parts: FastLoopParts): RangeLoop | null {
    const { fast, types } = this.#reader;
    if (fast === undefined) return null;
    const { createDocumentLoop, documents } = this.#reader;
    if (documents === undefined) return new TypedRecordLoop(fast, types, this, parts);
    return (
      createDocumentLoop?.({ fast, types, places: this.#reader.structure.types, documents, run: this, parts }) ?? null
    );
  }

  /** Returns whether a record of a type gets no issue because of its place or of the records around it. */
  isInPlace(type: number): boolean {
    if (!this.#walker.isInPlace(type, this.#reader.structure.onMissingRecord === null)) return false;
    const sources = this.#reader.types[type]?.copiesFrom;
    for (let i = 0; sources !== undefined && i < sources.length; i++)
      if (this.enclosing.badOutcome(sources[i] ?? -1) !== null) return false;
    return true;
  }

  /** Moves to a record of a type for which `isInPlace` returned true. Its values are not copied. */
  enter(type: number): void {
    this.#record++;
    this.type = type;
    // A record that follows one of its type encloses nothing, so no scope begins or ends.
    if (!this.#walker.repeat(type)) this.#enter(this.#walker.place(type));
  }

  /**
   * Reads the record that the source found last. Adds the issues of its place and its fields to the report, which
   * `begin` has cleared. `addStructure` adds the issue with its structure. Returns null if no field can be read.
   */
  read(source: RecordSource<Raw>, report: RecordReport, addStructure: () => void): TypedValues<Raw> | null {
    this.#record++;
    if (this.#late.length > 0) this.#readLate(report);
    this.#late = source.late ?? [];
    this.type = source.recordType ?? -1;
    const type = this.#reader.types[this.type];
    if (type !== undefined) this.#place(source, report);
    else this.#placeUnknown(source, report);
    addStructure();
    if (type === undefined) return this.#reportUnknown(source, report);
    const values = source.raw === undefined ? null : this.#readFields(type, source, report);
    if (source.raw === undefined) this.#acceptNoGroups();
    const { line, continuationLines = 0 } = source;
    this.totals.add({ type: this.type, values, record: this.#record, line, continuationLines }, report);
    return values === null ? null : { type, values };
  }

  /** Stores the values of the last record if other records copy them. */
  finish(outcome: Outcome, values: TypedValues<Raw> | null): void {
    if (this.type >= 0) this.enclosing.add(this.type, outcome, values?.values ?? null);
  }

  /** Ends all scopes. Returns the issues of the file about records that are missing at its end. */
  end({ joinedLines }: Pick<RecordSource<Raw>, 'joinedLines'>): FileIssue[] {
    const severity = this.#reader.structure.onMissingRecord;
    for (const { type } of this.#walker.state().reverse()) this.totals.close(type);
    const missing = this.#walker.end();
    this.#tracker?.end();
    this.#noteBrokenDocuments();
    const broken = [...checkBlock(this.#reader.structure, joinedLines ?? 0), ...this.takeFileIssues()];
    if (severity === null) return broken;
    const isMissing = (type: number) => !this.#isMissingInDocument(type, severity);
    const issues = missing.filter(isMissing).map((type) => ({
      severity,
      code: 'MISSING_RECORD',
      ruleId: null,
      message: `the file ends without ${this.#describe(type)}`,
      record: null,
      line: null,
    }));
    return [...issues, ...broken];
  }

  takeFileIssues(): FileIssue[] {
    return this.totals.takeIssues();
  }

  /** Reads the fields of a record whose structure is not too broken for that. */
  #readFields(type: TypeReader<Raw, unknown>, source: RecordSource<Raw>, report: RecordReport): unknown {
    this.#checkParents(type, report);
    for (const fault of source.cellFaults ?? []) report.addCellFault(fault);
    const values = type.readRecord(source.raw as Raw, report, this.enclosing.values);
    report.addOriginals(values, this.type, source);
    this.#walker.demand(this.type, values);
    if (source.findGroups !== undefined) this.#findGroups(source, values, report);
    return values;
  }

  /** Reads records after this one whose values it may copy. Their issues are reported at their own place. */
  #readLate(report: RecordReport): void {
    const { line } = report;
    for (const late of this.#late) {
      report.line = late.line;
      if (late.structureIssue !== null) addStructure(late.structureIssue, report);
      const { raw } = late;
      const values =
        raw === undefined ? null : this.#reader.types[late.type]?.readRecord(raw, report, this.enclosing.values);
      this.enclosing.add(late.type, raw === undefined ? 'failed' : report.outcome(), values);
      report.begin();
    }
    report.line = line;
  }

  /** Has the groups of the record follow it. In issues, the columns of a group have its number. */
  #findGroups(source: RecordSource<Raw>, values: unknown, report: RecordReport): void {
    const { types, onMissingRecord } = this.#reader.structure;
    const countOf = (type: number) => {
      // Only the function of the module knows the type of the values.
      const count = Number(types[type]?.number?.(values as never) ?? NaN);
      return Number.isSafeInteger(count) && count >= 0 ? count : null;
    };
    for (const [type, found] of source.findGroups?.(countOf) ?? []) {
      const needed = countOf(type) ?? types[type]?.min ?? 0;
      // Too many are at a wrong place.
      if (found >= needed) continue;
      this.#walker.acceptGroups(type, found);
      const message = `the record has ${found} instead of ${needed} groups of the type ${types[type]?.name ?? ''}`;
      if (onMissingRecord !== null) report.addPlaceIssue(onMissingRecord, 'MISSING_RECORD', message);
    }
    report.renameColumns((column) => source.columnInGroup?.(column) ?? column);
  }

  /** Nothing is known about the groups of a record that cannot be read. */
  #acceptNoGroups(): void {
    for (const [type, { parent, isGroup }] of this.#reader.structure.types.entries())
      if (isGroup === true && parent === this.type) this.#walker.acceptGroups(type, 0);
  }

  #place({ openRecords: open, followsFiller = false }: RecordSource<Raw>, report: RecordReport): void {
    const { onUnexpectedRecord, onMissingRecord } = this.#reader.structure;
    const ended = open === undefined ? { closed: [], missing: [] } : this.#closeEnded(open);
    const isFitting = onUnexpectedRecord === null || this.#walker.fits(this.type);
    const expected = isFitting ? [] : this.#walker.expected(MAX_EXPECTED);
    const placement = this.#walker.place(this.type);
    this.#enter(placement);
    this.#tracker?.move(this.type, [...ended.closed, ...placement.closed], placement.opened);
    this.#noteBrokenDocuments();
    if (placement.isUnexpected && onUnexpectedRecord !== null)
      report.addPlaceIssue(onUnexpectedRecord, 'UNEXPECTED_RECORD', this.#describeUnexpected(expected));
    else if (followsFiller && onUnexpectedRecord !== null)
      report.addPlaceIssue(
        onUnexpectedRecord,
        'UNEXPECTED_RECORD',
        'a record follows lines that fill the end of the file',
      );
    if (onMissingRecord === null) return;
    // One record at a wrong place has one issue, unless a record that it skips is more serious than its place.
    const isReported = !placement.isUnexpected || isMoreSerious(onMissingRecord, onUnexpectedRecord);
    const isMissing = (type: number) => !this.#isMissingInDocument(type, onMissingRecord);
    const [before, skipped] = [ended.missing.filter(isMissing), placement.missing.filter(isMissing)];
    for (const type of [...before, ...(isReported ? skipped : [])])
      report.addPlaceIssue(onMissingRecord, 'MISSING_RECORD', `${this.#describe(type)} is missing before this record`);
  }

  /** Moves to a record of no type. If the file shows which records enclose it, all others have ended. */
  #placeUnknown({ openRecords: open }: RecordSource<Raw>, report: RecordReport): void {
    if (open === undefined) return this.#tracker?.moveUnknown();
    const { closed, missing } = this.#closeEnded(open);
    this.#tracker?.move(this.type, closed, []);
    this.#noteBrokenDocuments();
    const severity = this.#reader.structure.onMissingRecord;
    if (severity === null) return;
    for (const type of missing)
      if (!this.#isMissingInDocument(type, severity))
        report.addPlaceIssue(severity, 'MISSING_RECORD', `${this.#describe(type)} is missing before this record`);
  }

  /** Closes the scopes of records that do not enclose the next one. */
  #closeEnded(open: readonly number[]): { closed: number[]; missing: number[] } {
    const ended = this.#walker.closeEnded(open);
    for (const type of ended.closed) this.enclosing.close(type);
    for (const type of ended.closed) this.totals.close(type);
    return ended;
  }

  /** Adds the rules that the scopes of documents have broken to the issues of the open document. */
  #noteBrokenDocuments(): void {
    if (this.#tracker === null) return;
    const broken = this.totals.takeDocumentIssues();
    this.#tracker.addBroken(broken);
    if (this.#onBrokenRule !== undefined) for (const issue of broken) this.#onBrokenRule(issue);
  }

  /** Returns whether a missing record is an issue of the document that has ended. If so, the document gets it. */
  #isMissingInDocument(type: number, severity: Severity): boolean {
    if (this.#tracker?.lacks(type) !== true) return false;
    this.#tracker.addMissing(severity, this.#describe(type));
    return true;
  }

  #enter({ closed, opened }: Placement): void {
    for (const type of closed) this.enclosing.close(type);
    for (const type of opened) this.enclosing.begin(type);
    this.enclosing.begin(this.type);
    for (const type of opened) this.enclosing.setMissing(type);
    for (const type of closed) this.totals.close(type);
    for (const type of opened) this.totals.open(type);
    this.totals.open(this.type);
  }

  /** Adds an issue for each record that was not processed although this one copies values from it. */
  #checkParents({ copiesFrom }: TypeReader<Raw, unknown>, report: RecordReport): void {
    for (const parent of copiesFrom) {
      const bad = this.enclosing.badOutcome(parent);
      if (bad === null) continue;
      const severity: Severity = bad === 'failed' ? 'FATAL' : 'ERROR';
      const { name = '' } = this.#reader.types[parent] ?? {};
      report.addPlaceIssue(
        severity,
        'PARENT_INVALID',
        `this record copies values from a record of the type ${name} that is not valid`,
      );
    }
  }

  #reportUnknown(source: RecordSource<Raw>, report: RecordReport): null {
    const { onUnknownRecordType } = this.#reader.structure;
    if (source.structureIssue === null && onUnknownRecordType !== null)
      report.addPlaceIssue(onUnknownRecordType, 'UNKNOWN_RECORD_TYPE', 'the record has no type of the spec');
    return null;
  }

  #describeUnexpected(expected: readonly number[]): string {
    const names = expected.map((type) => this.#reader.types[type]?.name ?? '');
    const next = names.length === 0 ? '' : `. Expected here: ${names.join(', ')}`;
    return `a record of the type ${this.recordType ?? ''} does not fit here${next}`;
  }

  #describe(type: number): string {
    return `a record of the type ${this.#reader.types[type]?.name ?? ''}`;
  }
}

/** Connects the documents of a module with the run of one file. Undefined: the module has none. */
function createDocumentRun(
  documents: Documents | undefined,
  tracker: DocumentTracker | null,
  state: TypedState | null,
): DocumentRun | undefined {
  if (documents === undefined || tracker === null) return undefined;
  return {
    types: documents.types,
    createHeld: documents.createHeld,
    parts: documents.parts ?? null,
    step: tracker,
    decided: state?.document ?? null,
    takeFound: () => tracker.takeFound(),
  };
}
