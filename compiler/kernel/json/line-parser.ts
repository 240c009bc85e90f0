import type { LineParser } from '../lines/line-parser.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import type { StructureIssue } from '../model/record-source.ts';
import { sentCell } from './sent-text.ts';
import { describeFault } from './describe-fault.ts';
import type { JsonFault, JsonRecord } from './fields/json-record.ts';
import { createFileRecords, type FileRecords, type JsonFileSettings } from './file-records.ts';
import { UnreadMembers } from './fields/unread-members.ts';

/** Parses lines that are values of JSON. */
export class JsonLineParser<Column extends string> implements LineParser<JsonRecord<Column>> {
  readonly unread: UnreadMembers;
  readonly #records: FileRecords<Column>;
  #fault: JsonFault | null = null;

  constructor(settings: JsonFileSettings<Column>, from: Position | null) {
    this.unread = new UnreadMembers(savedPaths(from), settings.masksNames);
    this.#records = createFileRecords(settings, this.unread);
  }

  get raw(): JsonRecord<Column> {
    return this.#records.raw;
  }

  get recordType(): number {
    return this.#records.recordType ?? -1;
  }

  parse(text: string): void {
    // A malformed character may be anywhere in the line, which is then INVALID_ENCODING.
    this.#fault = this.#records.parse(text);
  }

  isRecord(isMalformed: boolean): boolean {
    return isMalformed || !this.#records.isSkipped();
  }

  checkStructure(): StructureIssue | null {
    if (this.#fault === null) return null;
    const issue = describeFault(this.#fault, this.#records.places);
    return { ...issue, message: `column ${this.#fault.at + 1}: ${issue.message}` };
  }

  cellOf(raw: JsonRecord<Column>, key: string): string | null | undefined {
    return sentCell(raw, key, this.#records.sent);
  }

  readHeader(): { warnings: readonly Warning[]; failure: Failure | null } {
    return { warnings: [], failure: null };
  }

  /** The members that need no further warning. */
  header(): { unread: string[] } | null {
    const unread = this.unread.savedState();
    return unread.length === 0 ? null : { unread };
  }

  layout(): unknown {
    return this.#records.layout();
  }
}

function savedPaths(from: Position | null): readonly string[] {
  // The state of a position is the object that `position()` returned.
  const state = from?.state as { header?: { unread?: readonly string[] } | null } | null | undefined;
  return state?.header?.unread ?? [];
}
