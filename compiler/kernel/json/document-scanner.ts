import type { ByteWindow } from '../bytes/window.ts';
import { MAX_DEPTH } from './fields/json-record.ts';
import { MalformedJson } from './syntax.ts';

/** `scan` needs more bytes. */
export const NEEDS_MORE = 0;
/** A value begins at the index. */
export const VALUE_START = 1;
/** The last value that began, or one that encloses it, has ended before the index. */
const VALUE_END = 2;
/** The name of a member has ended before the index. */
export const NAME = 3;
/** The document has ended. Only blanks may follow. */
export const DONE = 4;
export type ScanResult = typeof NEEDS_MORE | typeof VALUE_START | typeof VALUE_END | typeof NAME | typeof DONE;

/** The kinds of open values. */
export const LIST = 1;
export const OBJECT = 2;
export type OpenKind = typeof LIST | typeof OBJECT;

type Expected =
  | 'VALUE'
  | 'VALUE_OR_END'
  | 'NAME'
  | 'NAME_OR_END'
  | 'COLON'
  | 'COMMA'
  | 'TEXT'
  | 'NUMBER'
  | 'WORD'
  | 'DONE';

/** What may follow a part of a number: `0` is a digit, `1` one that is not zero, `E` the exponent, `.` the end of it. */
const NUMBER_STEPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  minus: { zero: 'zero', digit: 'whole' },
  zero: { point: 'point', e: 'e' },
  whole: { zero: 'whole', digit: 'whole', point: 'point', e: 'e' },
  point: { zero: 'decimals', digit: 'decimals' },
  decimals: { zero: 'decimals', digit: 'decimals', e: 'e' },
  e: { minus: 'sign', plus: 'sign', zero: 'exponent', digit: 'exponent' },
  sign: { zero: 'exponent', digit: 'exponent' },
  exponent: { zero: 'exponent', digit: 'exponent' },
};
const COMPLETE = new Set(['zero', 'whole', 'decimals', 'exponent']);

/** Follows the values of a document of JSON (RFC 8259) while its bytes arrive. It holds none of them. */
export class DocumentScanner {
  /** Offset in the decoded file of the next byte. */
  offset: number;
  /** How deep the values are nested whose beginnings and ends are reported. The document is 0. */
  reportedDepth = 0;
  /** The offset at which the last name began, with its quote. */
  nameFrom = 0;
  readonly #window: ByteWindow;
  readonly #kinds: OpenKind[];
  readonly #maxDepth: number;
  #expected: Expected;
  #isAnnounced = false;
  #isName = false;
  /** The number of units of an escape that are left. -1: a backslash precedes. */
  #escape = 0;
  #number = '';
  #word = '';

  /** @param open the values that are open at a resume position; null at the beginning of a document */
  constructor(window: ByteWindow, open: readonly OpenKind[] | null, pathLength: number) {
    this.#window = window;
    this.offset = window.base + window.at;
    this.#kinds = [...(open ?? [])];
    this.#maxDepth = MAX_DEPTH + pathLength;
    this.#expected = open === null ? 'VALUE' : 'COMMA';
    this.reportedDepth = this.#kinds.length;
  }

  /** The offset of the name whose value has not begun, if it may be that of a record. -1: there is none. */
  get heldFrom(): number {
    const isNamed =
      (this.#expected === 'TEXT' && this.#isName) || this.#expected === 'COLON' || this.#expected === 'VALUE';
    return isNamed && this.#kinds.at(-1) === OBJECT && this.depth <= this.reportedDepth ? this.nameFrom : -1;
  }

  /** Whether the document has not begun. */
  get isUntouched(): boolean {
    return this.#expected === 'VALUE' && this.depth === 0 && !this.#isAnnounced;
  }

  /** How many values are open. */
  get depth(): number {
    return this.#kinds.length;
  }

  /** Returns the kind of the open value that is this deep. */
  kindAt(depth: number): OpenKind | undefined {
    return this.#kinds[depth];
  }

  /** Scans to the next event. `final`: all bytes have been added. Throws MalformedJson with an index of the window. */
  scan(final: boolean): ScanResult {
    const { bytes, end, base } = this.#window;
    let at = this.offset - base;
    while (at < end) {
      const byte = bytes[at] as number;
      if (this.#expected === 'TEXT') {
        const after = this.#string(bytes, at, end);
        at = Math.abs(after);
        this.offset = base + at;
        if (after < 0) continue;
        if (!this.#isName) {
          if (this.#endsValue()) return VALUE_END;
        } else {
          this.#expected = 'COLON';
          if (this.depth <= this.reportedDepth) return NAME;
        }
        continue;
      }
      if (this.#expected === 'NUMBER') {
        const next = NUMBER_STEPS[this.#number]?.[partOf(byte)];
        if (next !== undefined) this.#number = next;
        else {
          if (!COMPLETE.has(this.#number)) throw new MalformedJson('a number is not complete', at);
          this.offset = base + at;
          if (this.#endsValue()) return VALUE_END;
          continue;
        }
      } else if (this.#expected === 'WORD') {
        if (this.#word.charCodeAt(0) !== byte) throw new MalformedJson('a value is missing', at);
        this.#word = this.#word.slice(1);
        if (this.#word === '') {
          this.offset = base + at + 1;
          if (this.#endsValue()) return VALUE_END;
        }
      } else if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
        const isValue = this.#expected === 'VALUE' || (this.#expected === 'VALUE_OR_END' && byte !== 0x5d);
        if (isValue && !this.#isAnnounced && this.depth <= this.reportedDepth) {
          this.#isAnnounced = true;
          this.offset = base + at;
          return VALUE_START;
        }
        this.offset = base + at + 1;
        if (this.#token(byte, at)) return VALUE_END;
      }
      at++;
      this.offset = base + at;
    }
    return final ? this.#end(at) : NEEDS_MORE;
  }

  #end(at: number): ScanResult {
    if (this.#expected === 'NUMBER' && this.depth === 0 && COMPLETE.has(this.#number)) {
      if (this.#endsValue()) return VALUE_END;
    }
    if (this.#expected === 'DONE') return DONE;
    throw new MalformedJson('the document is not complete', at);
  }

  /** Reads a byte that begins or ends a value, or separates two. Returns whether a value has ended that is reported. */
  #token(byte: number, at: number): boolean {
    const expected = this.#expected;
    switch (expected) {
      case 'VALUE':
      case 'VALUE_OR_END':
        if (byte === 0x5d && expected === 'VALUE_OR_END') return this.#close();
        this.#begin(byte, at);
        return false;
      case 'NAME':
      case 'NAME_OR_END':
        if (byte === 0x7d && expected === 'NAME_OR_END') return this.#close();
        if (byte !== 0x22) throw new MalformedJson('the name of a member is missing', at);
        this.nameFrom = this.#window.base + at;
        this.#isName = true;
        this.#expected = 'TEXT';
        return false;
      case 'COLON':
        if (byte !== 0x3a) throw new MalformedJson('":" is missing after the name of a member', at);
        this.#expected = 'VALUE';
        return false;
      case 'COMMA': {
        const isList = this.#kinds.at(-1) === LIST;
        if (byte === (isList ? 0x5d : 0x7d)) return this.#close();
        if (byte !== 0x2c) throw new MalformedJson(isList ? '"," or "]" is missing' : '"," or "}" is missing', at);
        this.#expected = isList ? 'VALUE' : 'NAME';
        return false;
      }
      default:
        throw new MalformedJson('text follows the document', at);
    }
  }

  #begin(byte: number, at: number): void {
    if (byte === 0x7b || byte === 0x5b) {
      if (this.depth >= this.#maxDepth)
        throw new MalformedJson(`values are nested more than ${MAX_DEPTH} levels deep`, at);
      this.#kinds.push(byte === 0x7b ? OBJECT : LIST);
      this.#expected = byte === 0x7b ? 'NAME_OR_END' : 'VALUE_OR_END';
    } else if (byte === 0x22) {
      this.#isName = false;
      this.#expected = 'TEXT';
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      this.#number = byte === 0x2d ? 'minus' : byte === 0x30 ? 'zero' : 'whole';
      this.#expected = 'NUMBER';
    } else {
      const word = byte === 0x74 ? 'true' : byte === 0x66 ? 'false' : byte === 0x6e ? 'null' : '';
      if (word === '') throw new MalformedJson('a value is missing', at);
      this.#word = word.slice(1);
      this.#expected = 'WORD';
    }
    // Last, because a document whose first value is malformed has begun.
    this.#isAnnounced = false;
  }

  #close(): boolean {
    this.#kinds.pop();
    return this.#endsValue();
  }

  /** Ends a value. Returns whether that is reported. */
  #endsValue(): boolean {
    this.#expected = this.depth === 0 ? 'DONE' : 'COMMA';
    return this.depth <= this.reportedDepth;
  }

  /** Returns the index after the string, or the negative index after its last byte so far. */
  #string(bytes: Uint8Array, from: number, end: number): number {
    let at = from;
    for (; at < end; at++) {
      const byte = bytes[at] as number;
      if (this.#escape === 0 && byte >= 0x20 && byte !== 0x22 && byte !== 0x5c) continue;
      if (this.#escape === 0 && byte === 0x22) return at + 1;
      if (this.#escape === 0 && byte < 0x20)
        throw new MalformedJson('a control character in a string is not escaped', at);
      this.#escape = this.#afterEscape(byte, at);
    }
    return -at;
  }

  #afterEscape(byte: number, at: number): number {
    if (this.#escape === 0) return -1;
    if (this.#escape === -1) {
      if (byte === 0x75) return 4;
      if ('"\\/bfnrt'.includes(String.fromCharCode(byte))) return 0;
    } else if (/[0-9a-fA-F]/.test(String.fromCharCode(byte))) return this.#escape - 1;
    throw new MalformedJson('an escape in a string is not valid', at);
  }
}

function partOf(byte: number): string {
  if (byte === 0x30) return 'zero';
  if (byte >= 0x31 && byte <= 0x39) return 'digit';
  if (byte === 0x2e) return 'point';
  if (byte === 0x65 || byte === 0x45) return 'e';
  return byte === 0x2d ? 'minus' : byte === 0x2b ? 'plus' : '';
}
