import type { FieldCollector } from './fields/collector.ts';
import type { XmlReader } from './syntax/reader.ts';
import type { ByteWindow } from '../bytes/window.ts';
import type { StructureIssue } from '../model/record-source.ts';
import { JOINED_VALUES, NOTHING, type TooLong, WHOLE_RECORD } from './too-long.ts';

/** The parts of a reader that hold what could grow without limit. */
interface ReadParts {
  readonly window: ByteWindow;
  readonly reader: XmlReader;
  readonly collector: FieldCollector;
}

/** The size of the current record and of the last start tag, and what was dropped because it is too long. */
export class CurrentRecord {
  /** Depth of the element that is the current record. 0 outside records. */
  depth = 0;
  /** The part of the record that is too long, or NOTHING. */
  tooLong: TooLong = NOTHING;
  readonly #parts: ReadParts;
  readonly #maxBytes: number;
  /** The window's offsets of the last start tag and of the record's start tag. */
  #tagFrom = 0;
  #from = 0;
  /** Whether the last start tag has not ended yet and may begin another record, which ends this one before the tag. */
  #mayEndBeforeTag = false;

  constructor(parts: ReadParts, maxBytes: number) {
    this.#parts = parts;
    this.#maxBytes = maxBytes;
  }

  /** Notes a start tag at an index of the window, and whether it may begin a record inside the current one. */
  beginTag(tagAt: number, mayEnclose: boolean): void {
    this.#tagFrom = this.#parts.window.base + tagAt;
    this.#mayEndBeforeTag = mayEnclose;
  }

  /** Notes that the last start tag has ended. Drops its attribute values if they are too long. */
  endTag(): void {
    this.#mayEndBeforeTag = false;
    this.#dropLongTag();
  }

  /** Notes that the last start tag begins a record, whose element is at this depth. */
  begin(depth: number, tooLong: TooLong): void {
    this.#from = this.#tagFrom;
    this.depth = depth;
    this.tooLong = tooLong;
  }

  /** The window's offset at which the record begins. */
  get from(): number {
    return this.#from;
  }

  /** Number of bytes of the record so far, in UTF-8. */
  get bytes(): number {
    return this.offset - this.#from;
  }

  /** Number of bytes of the record before the last start tag, in UTF-8. */
  get bytesBeforeTag(): number {
    return this.#tagFrom - this.#from;
  }

  /**
   * Drops everything that could grow without limit, such as a long record's values. Called when more bytes are needed.
   */
  dropLong(): void {
    const bytes = this.#mayEndBeforeTag ? this.bytesBeforeTag : this.bytes;
    if (this.depth > 0 && bytes > this.#maxBytes) this.drop(WHOLE_RECORD);
    this.#dropLongTag();
    this.#parts.collector.dropLongText();
  }

  /** Drops the values of the record, because part of it is too long. The reader then skips it to its end. */
  drop(why: TooLong): void {
    if (this.depth === 0 || this.tooLong !== NOTHING) return;
    this.tooLong = why;
    this.#parts.collector.dropRecord(this.depth);
  }

  /** Returns the issue of the record if part of it is too long, or null. */
  findIssue(): StructureIssue | null {
    return this.tooLong === NOTHING ? null : tooLongRecord(this.#maxBytes, this.tooLong);
  }

  /** The window's offset of the next byte. */
  get offset(): number {
    const { base, at } = this.#parts.window;
    return base + at;
  }

  /** Drops the attribute values of the last start tag if the tag alone is longer than the record limit. */
  #dropLongTag(): void {
    if (this.offset - this.#tagFrom > this.#maxBytes) this.#parts.reader.tag.dropValues();
  }
}

/** Returns the issue of a record if a part of it is too long. Default: the joined values of a field. */
export function tooLongRecord(maxBytes: number, part: TooLong = JOINED_VALUES): StructureIssue {
  return { severity: 'FATAL', code: 'RECORD_TOO_LONG', message: `${part} ${maxBytes} bytes` };
}
