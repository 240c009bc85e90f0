import type { Batch } from '../../../../compiler/kernel/model/contract.ts';
import {
  encoderOf,
  FALSE_VALUE,
  NULL_VALUE,
  TEXT_VALUE,
  TRUE_VALUE,
  type ValueReader,
} from '../../../../compiler/formats.ts';
import { isGapless, recordNumbers } from '../../../base/model/record-numbers.ts';
import type { ColumnPlan, TablePlan } from './plan-columns.ts';
import type { RowSyntax } from './row-syntax.ts';
import { RunRefused } from '../../../base/model/run-failure.ts';

const BACKSLASH = 0x5c;
const POINT = 0x2e;
const ZERO = 0x30;
/** The size of the buffer of the first row. A table without rows has no buffer. */
const FIRST_BYTES = 1 << 20;
const NO_BYTES = Buffer.alloc(0);
/** A byte of a message becomes at most this many bytes of a row, and a row has this many bytes in addition. */
const GROWTH = 2;
const ROW_BYTES = 256;

/** Rows as text. */
export interface Rows {
  readonly bytes: Buffer;
  readonly count: number;
}

/** What a row contains, and how it is written. */
export interface RowOptions {
  readonly plan: TablePlan;
  /** The encoding of the messages. Absent: JSON. */
  readonly encoder?: string | undefined;
  /** The record type of the rows, as an index. Null: the spec has one type. */
  readonly type: number | null;
  /** The record type of the records that enclose those of the rows, as an index. Absent or null: they are no members. */
  readonly parent?: number | null;
  readonly syntax: RowSyntax;
  /** The prefix of `ce_id`, before the number of the record. */
  readonly idPrefix: string;
  /** Whether the last value of a row is the number of its record. */
  readonly hasNumber: boolean;
  /** Rows are divided into parts of this size, in bytes. A larger row is a part of its own. */
  readonly maxBytes: number;
}

/**
 * Converts messages to rows. The bytes of the values are copied without decoding them, because this is most of the work
 * of the sink. Therefore the methods share one state: the reader of the values, and the end of the rows.
 */
export class RowWriter {
  readonly #options: RowOptions;
  readonly #values: ValueReader;
  /** 1 for each byte that cannot be written as it is. All of them are ASCII. */
  readonly #special = new Uint8Array(256);
  #out = NO_BYTES;
  #length = 0;
  #count = 0;
  #parts: Rows[] = [];
  #record = 0;
  /** The number of the record that encloses the next one. */
  #parentRecord = 0;

  constructor(options: RowOptions) {
    this.#options = options;
    this.#values = encoderOf(options).createValueReader(options.plan.fields);
    const { escapes, holdsNul, quote } = options.syntax;
    for (const code of escapes.keys()) this.#special[code] = 1;
    if (!holdsNul) this.#special[0] = 1;
    if (quote !== '') this.#special[quote.charCodeAt(0)] = 1;
  }

  /** Number of bytes that take() would return. */
  get length(): number {
    return this.#parts.reduce((sum, { bytes }) => sum + bytes.length, this.#length);
  }

  /**
   * Adds the messages of the records after record `after` that have the type of the rows. The caller may reuse the batch. Throws RunRefused
   * (`value_not_storable`). Then the rows are incomplete, and must not be used.
   */
  add(batch: Batch, after: number): void {
    const { bytes, ends, count, typed } = batch;
    const { type, parent = null } = this.#options;
    if (count === 0 || batch.next.record <= after) return;
    const records = isGapless(batch) ? null : recordNumbers(batch);
    for (let message = 0; message < count; message++) {
      const messageType = typed?.messageTypes[message];
      if (type !== null && messageType !== type && messageType !== parent) continue;
      const record = records === null ? batch.firstRecord + message : (records[message] ?? 0);
      // A record is a member of the last one before it of the enclosing type: both are in one batch.
      if (parent !== null && messageType === parent) this.#parentRecord = record;
      if (type !== null && messageType !== type) continue;
      this.#record = record;
      if (this.#record > after)
        this.#addMessage(bytes, message === 0 ? 0 : (ends[message - 1] ?? 0), ends[message] ?? 0);
    }
  }

  /** Returns the rows that were added, in parts, and starts again without rows. The caller owns the bytes. */
  take(): Rows[] {
    this.#endPart();
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #endPart(): void {
    if (this.#count === 0) return;
    this.#parts.push({ bytes: this.#out.subarray(0, this.#length), count: this.#count });
    this.#out = NO_BYTES;
    this.#length = 0;
    this.#count = 0;
  }

  #addMessage(bytes: Uint8Array, start: number, end: number): void {
    const { syntax, plan, idPrefix, hasNumber, maxBytes } = this.#options;
    const mostBytes = (end - start) * GROWTH + ROW_BYTES + plan.fields.length * 8;
    if (this.#length + mostBytes > maxBytes) this.#endPart();
    this.#reserve(mostBytes);
    if (this.#count > 0) this.#write(syntax.between);
    this.#write(syntax.begin);
    this.#values.begin(bytes, start, end);
    for (let field = 0; field < plan.fields.length; field++) {
      if (field > 0) this.#write(syntax.separator);
      this.#addValue(plan.fields[field] as ColumnPlan);
    }
    this.#values.end();
    if (plan.hasId) this.#write(`${syntax.separator}${syntax.quote}${idPrefix}${this.#record}${syntax.quote}`);
    if (plan.hasParent === true)
      this.#write(`${syntax.separator}${syntax.quote}${idPrefix}${this.#parentRecord}${syntax.quote}`);
    if (hasNumber) this.#write(`${syntax.separator}${this.#record}`);
    this.#write(syntax.end);
    this.#count++;
  }

  #addValue(column: ColumnPlan): void {
    switch (this.#values.next()) {
      case TEXT_VALUE:
        return this.#addText(column);
      case NULL_VALUE:
        if (!column.isNullable) refuseNull(column, this.#record);
        return this.#write(this.#options.syntax.null);
      case TRUE_VALUE:
        return this.#addBoolean(column, true);
      case FALSE_VALUE:
        return this.#addBoolean(column, false);
      default:
        return this.#addNumber(column);
    }
  }

  #addBoolean({ holds }: ColumnPlan, value: boolean): void {
    const { syntax } = this.#options;
    if (holds.kind === 'text') this.#write(`${syntax.quote}${value}${syntax.quote}`);
    else this.#write(value ? syntax.true : syntax.false);
  }

  #addNumber(column: ColumnPlan): void {
    const quote = column.holds.kind === 'text' ? this.#options.syntax.quote : '';
    this.#write(quote);
    const began = this.#length;
    const { bytes, from, to } = this.#values;
    const out = this.#out;
    let length = this.#length;
    for (let at = from; at < to; at++) out[length++] = bytes[at] as number;
    this.#length = length;
    const digits = this.#length - began;
    this.#checkLimits(column, began, { characters: digits, bytes: digits });
    this.#write(quote);
  }

  #addText(column: ColumnPlan): void {
    const { quote } = this.#options.syntax;
    this.#write(quote);
    const began = this.#length;
    const { bytes, from, to } = this.#values;
    const special = this.#special;
    const out = this.#out;
    let length = began;
    let characters = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      // Bytes 10xxxxxx continue a character of UTF-8.
      if ((byte & 0xc0) !== 0x80) characters++;
      if (special[byte] === 1) {
        this.#length = length;
        this.#addSpecial(byte, column);
        length = this.#length;
      } else out[length++] = byte;
    }
    this.#length = length;
    this.#checkLimits(column, began, { characters, bytes: to - from });
    this.#write(quote);
  }

  /** Writes a character that is escaped, or refused. */
  #addSpecial(code: number, column: ColumnPlan): void {
    const { escapes, holdsNul } = this.#options.syntax;
    if (code === 0 && !holdsNul) refuseNul(column, this.#record);
    this.#write(escapes.get(code) ?? String.fromCharCode(BACKSLASH, code));
  }

  #checkLimits(column: ColumnPlan, began: number, length: Length): void {
    const { holds } = column;
    const hasScale = 'scale' in holds && holds.scale !== null;
    if (!hasScale && holds.kind !== 'text') return;
    checkLimits(column, this.#record, length, hasScale ? this.#countDecimals(began) : 0);
  }

  /** Returns the number of decimals of the last value, without final zeros. */
  #countDecimals(began: number): number {
    const point = this.#out.subarray(began, this.#length).indexOf(POINT);
    if (point < 0) return 0;
    const first = began + point + 1;
    let end = first;
    // An instant has its offset after the decimals.
    while (end < this.#length && isDigit(this.#out[end] as number)) end++;
    while (end > first && this.#out[end - 1] === ZERO) end--;
    return end - first;
  }

  /** Writes text of ASCII. */
  #write(text: string): void {
    for (let index = 0; index < text.length; index++) this.#out[this.#length++] = text.charCodeAt(index);
  }

  #reserve(bytes: number): void {
    if (this.#length + bytes <= this.#out.length) return;
    const larger = Buffer.allocUnsafe(Math.max(FIRST_BYTES, this.#out.length * 2, this.#length + bytes));
    this.#out.copy(larger, 0, 0, this.#length);
    this.#out = larger;
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= 0x39;
}

/** Code of the failure of a run with a value that its column cannot hold. */
const VALUE_NOT_STORABLE = 'value_not_storable';

/** The length of a text in code points, and in bytes of UTF-8. */
interface Length {
  readonly characters: number;
  readonly bytes: number;
}

/**
 * Throws RunRefused if a column would cut or round a value. Some databases do that without an error. `decimals` is the
 * number of decimals without final zeros. The message does not contain the value.
 */
function checkLimits({ name, holds }: ColumnPlan, record: number, value: Length, decimals: number): void {
  if ('scale' in holds && holds.scale !== null && decimals > holds.scale)
    refuse(record, `"${name}" has ${decimals} decimals, and its column holds ${holds.scale}`);
  if (holds.kind !== 'text') return;
  if (holds.maxCharacters !== null && value.characters > holds.maxCharacters)
    refuse(record, `"${name}" has ${value.characters} characters, and its column holds ${holds.maxCharacters}`);
  if (holds.maxBytes !== null && value.bytes > holds.maxBytes)
    refuse(record, `"${name}" has ${value.bytes} bytes, and its column holds ${holds.maxBytes}`);
}

/** Throws the failure of a null in a column that must have a value. */
function refuseNull({ name }: ColumnPlan, record: number): never {
  return refuse(record, `"${name}" is null, and its column must have a value`);
}

/** Throws the failure of a text with U+0000, which PostgreSQL cannot store. */
function refuseNul({ name }: ColumnPlan, record: number): never {
  return refuse(record, `"${name}" contains U+0000, which the database cannot store`);
}

function refuse(record: number, reason: string): never {
  throw new RunRefused(VALUE_NOT_STORABLE, `record ${record} cannot be stored: ${reason}`);
}
