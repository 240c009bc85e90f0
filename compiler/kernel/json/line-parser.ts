import type { LineParser } from '../lines/line-parser.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import type { StructureIssue } from '../model/record-source.ts';
import { JsonLayout } from './fast/layout.ts';
import { sentCell } from './sent-text.ts';
import { describeFault } from './describe-fault.ts';
import type { JsonFault, JsonRecord, JsonSettings } from './fields/json-record.ts';
import { JsonRecordParser } from './record-parser.ts';
import { UnreadMembers } from './fields/unread-members.ts';

/** Parses lines that are values of JSON. */
export class JsonLineParser<Column extends string> implements LineParser<JsonRecord<Column>> {
  raw: JsonRecord<Column>;
  readonly unread: UnreadMembers;
  readonly #settings: JsonSettings<Column>;
  readonly #parser: JsonRecordParser;
  readonly #layout: JsonLayout;
  #fault: JsonFault | null = null;

  constructor(settings: JsonSettings<Column>, from: Position | null) {
    this.#settings = settings;
    this.unread = new UnreadMembers(savedPaths(from), settings.masksNames);
    this.#parser = new JsonRecordParser(settings, this.unread);
    this.#layout = new JsonLayout(settings, this.#parser.root, this.unread);
    this.raw = { cells: [], at: settings.columns };
  }

  parse(text: string): void {
    // A malformed character may be anywhere in the line, which is then INVALID_ENCODING.
    this.#fault = this.#parser.parse(text);
    const { cells, nested } = this.#parser;
    this.raw = { cells, at: this.#settings.columns, ...(this.#settings.nested !== undefined && { nested }) };
  }

  isRecord(): boolean {
    return true;
  }

  checkStructure(): StructureIssue | null {
    if (this.#fault === null) return null;
    const issue = describeFault(this.#fault, this.#settings);
    return { ...issue, message: `column ${this.#fault.at + 1}: ${issue.message}` };
  }

  cellOf(raw: JsonRecord<Column>, key: string): string | null | undefined {
    return sentCell(raw, key, this.#parser.sent);
  }

  readHeader(): { warnings: readonly Warning[]; failure: Failure | null } {
    return { warnings: [], failure: null };
  }

  /** The members that need no further warning. */
  header(): { unread: string[] } | null {
    const unread = this.unread.savedState();
    return unread.length === 0 ? null : { unread };
  }

  layout(): JsonLayout {
    return this.#layout;
  }
}

function savedPaths(from: Position | null): readonly string[] {
  // The state of a position is the object that `position()` returned.
  const state = from?.state as { header?: { unread?: readonly string[] } | null } | null | undefined;
  return state?.header?.unread ?? [];
}
