import { unitsOfInstant, unitsOfTime } from './clock.ts';
import { MAX_VARINT, sizeOfDecimal, writeAvroDecimal, writeAvroDigits, writeAvroLong } from './write-number.ts';

const encoder = new TextEncoder();
/** The number of bytes of the messages of one buffer. */
const BUFFER_BYTES = 64 * 1024;
/** The number of characters up to which a loop is faster than a TextEncoder. */
const SHORT_TEXT = 64;
/** The bytes that a character of a text takes at most, and the greatest character that takes one. */
const MAX_CHARACTER = 3;
const MAX_ASCII = 0x7f;

/** A message of the careful reader in Avro’s binary encoding. Each method adds a value of the record, in their order. */
class AvroMessage {
  #bytes = new Uint8Array(BUFFER_BYTES);
  /** Where the message begins in the buffer, after those before it, and where it ends. */
  #start = 0;
  #length = 0;

  /** Adds the branch of a value that may be null: the first of its union is null. Returns null if the value is. */
  optional(value: string | boolean | null): this | null {
    this.#grow(MAX_VARINT);
    this.#bytes[this.#length++] = value === null ? 0 : 2;
    return value === null ? null : this;
  }

  /** Adds a string. */
  text(value: string | null): void {
    const text = given(value);
    this.#grow(MAX_VARINT + MAX_CHARACTER * text.length);
    if (text.length >= SHORT_TEXT || !this.#addAscii(text)) this.#addEncoded(text);
  }

  /** Adds a boolean. */
  boolean(value: boolean | null): void {
    this.#grow(1);
    this.#bytes[this.#length++] = given(value) ? 1 : 0;
  }

  /** Adds a whole number of at most 64 bits. */
  long(digits: string | null): void {
    this.#grow(MAX_VARINT);
    this.#length = writeAvroDigits(this.#bytes, this.#length, given(digits));
  }

  /** Adds a number with `scale` decimals. */
  decimal(value: string | null, scale: number): void {
    const text = given(value);
    this.#grow(sizeOfDecimal(text, scale));
    this.#length = writeAvroDecimal(this.#bytes, this.#length, text, scale);
  }

  /** Adds a date: the days since 1970-01-01, which `parse` finds in the text. */
  date(value: string | null, parse: (text: string) => number): void {
    this.#addLong(parse(given(value)));
  }

  /** Adds a time of day in units of 10 to the power of minus `decimals` seconds. */
  time(value: string | null, decimals: number): void {
    this.#addLong(unitsOfTime(given(value), decimals));
  }

  /** Adds an instant in units of 10 to the power of minus `decimals` seconds. */
  instant(value: string | null, decimals: number): void {
    this.#addLong(unitsOfInstant(given(value), decimals));
  }

  /** Returns the bytes of the message. Its buffer is not written there again. */
  end(): Uint8Array {
    return this.#bytes.subarray(this.#start, this.#length);
  }

  /** Begins another message. */
  begin(): this {
    this.#start = this.#length;
    return this;
  }

  /** Adds a short text of ASCII. Returns false if it has other characters. */
  #addAscii(text: string): boolean {
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = 2 * text.length;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > MAX_ASCII) return false;
      bytes[at++] = unit;
    }
    this.#length = at;
    return true;
  }

  #addEncoded(text: string): void {
    const first = this.#length + MAX_VARINT;
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(first));
    const start = writeAvroLong(this.#bytes, this.#length, written);
    this.#bytes.copyWithin(start, first, first + written);
    this.#length = start + written;
  }

  #addLong(value: number): void {
    this.#grow(MAX_VARINT);
    this.#length = writeAvroLong(this.#bytes, this.#length, value);
  }

  /** Makes room for more bytes. The message moves to another buffer if its own is full. */
  #grow(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const own = this.#bytes.subarray(this.#start, this.#length);
    this.#bytes = new Uint8Array(Math.max(BUFFER_BYTES, 2 * (own.length + more)));
    this.#bytes.set(own);
    this.#start = 0;
    this.#length = own.length;
  }
}

const message = new AvroMessage();

/** Begins a message. It ends before the next one begins. */
export function beginAvro(): AvroMessage {
  return message.begin();
}

/** Returns a value that is never null, because a record without it has failed. */
function given<T>(value: T | null): T {
  if (value === null) throw new Error('a message needs a value that its record does not have');
  return value;
}
