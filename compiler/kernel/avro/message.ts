import { unitsOfInstant, unitsOfTime } from './clock.ts';
import { MAX_VARINT, sizeOfDecimal, writeAvroDecimal, writeAvroDigits, writeAvroLong } from './write-number.ts';

const encoder = new TextEncoder();

/** A message of the careful reader in Avro’s binary encoding. Each method adds a value of the record, in their order. */
class AvroMessage {
  #bytes = new Uint8Array(1024);
  #length = 0;

  /** Adds the branch of a value that may be null: the first of its union is null. Returns null if the value is. */
  optional(value: string | boolean | null): this | null {
    this.#grow(MAX_VARINT);
    this.#bytes[this.#length++] = value === null ? 0 : 2;
    return value === null ? null : this;
  }

  /** Adds a string. */
  text(value: string | null): void {
    const bytes = encoder.encode(given(value));
    this.#grow(MAX_VARINT + bytes.length);
    const start = writeAvroLong(this.#bytes, this.#length, bytes.length);
    this.#bytes.set(bytes, start);
    this.#length = start + bytes.length;
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

  /** Returns the bytes of the message. */
  end(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Begins another message. */
  begin(): this {
    this.#length = 0;
    return this;
  }

  #addLong(value: number): void {
    this.#grow(MAX_VARINT);
    this.#length = writeAvroLong(this.#bytes, this.#length, value);
  }

  #grow(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const bytes = new Uint8Array(2 * (this.#length + more));
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
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
