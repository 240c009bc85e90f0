import type { ElementFinder, ElementMark } from '../model/element-finder.ts';

/** What a position in a document is part of. */
type Part = 'TEXT' | 'OPEN' | 'START_TAG' | 'END_TAG' | 'INSTRUCTION' | 'DECLARATION' | 'COMMENT' | 'CHARACTERS';

const LT = 0x3c;
const GT = 0x3e;
const SLASH = 0x2f;
const QUESTION = 0x3f;
const BANG = 0x21;
const DASH = 0x2d;
const BRACKET = 0x5b;
const BRACKET_END = 0x5d;
const ESCAPE = 0x1b;

/** How characters of an encoding are found in bytes. */
interface Units {
  /** Index of the byte of a unit that has its low bits, and the number of bytes. */
  readonly low: number;
  readonly size: 1 | 2;
  /** Whether a byte is followed by one that is no character of its own. */
  isLead(byte: number): boolean;
}

function unitsOf(encoding: string): Units {
  const isNoLead = () => false;
  if (encoding === 'utf-16le') return { low: 0, size: 2, isLead: isNoLead };
  if (encoding === 'utf-16be') return { low: 1, size: 2, isLead: isNoLead };
  if (encoding === 'shift_jis')
    return { low: 0, size: 1, isLead: (byte) => (byte >= 0x81 && byte < 0xa0) || (byte >= 0xe0 && byte < 0xfd) };
  if (/^(gb|big5)/.test(encoding)) return { low: 0, size: 1, isLead: (byte) => byte >= 0x81 && byte < 0xff };
  return { low: 0, size: 1, isLead: isNoLead };
}

/**
 * Finds where the elements of a document begin and end (XML 1.0, sections 2.4 to 2.8 and 3.1). It does not check whether the
 * document is well-formed.
 */
export function createElementFinder(encoding: string): ElementFinder {
  const units = unitsOf(encoding);
  const markup = new MarkupReader();
  /** The other byte of a unit that the next chunk completes. -1: none. */
  let half = -1;
  let isTrail = false;
  let isDouble = false;
  let escape = 0;
  let offset = 0;

  /** ISO-2022-JP: returns whether a byte is no character of ASCII. */
  function isShifted(byte: number): boolean {
    if (byte === ESCAPE) escape = 1;
    else if (escape === 1) {
      isDouble = byte === 0x24;
      escape = 2;
    } else if (escape === 2) escape = 0;
    else {
      if (byte === 0x0a || byte === 0x0d) isDouble = false;
      return isDouble;
    }
    return true;
  }

  function addUnit(unit: number, end: number): void {
    if (isTrail) {
      isTrail = false;
      return;
    }
    isTrail = units.isLead(unit);
    if (!isTrail) markup.add(unit, end - units.size, end);
  }

  return {
    add(bytes) {
      for (const byte of bytes) {
        offset++;
        if (encoding === 'iso-2022-jp' && isShifted(byte)) continue;
        if (units.size === 1) addUnit(byte, offset);
        else if (half < 0) half = byte;
        else {
          const [low, high] = units.low === 0 ? [half, byte] : [byte, half];
          addUnit(high * 256 + low, offset);
          half = -1;
        }
      }
      return markup.take();
    },
  };
}

/** Follows markup, one unit after the other. */
class MarkupReader {
  #part: Part = 'TEXT';
  #tagAt = 0;
  #quote = 0;
  #before = 0;
  #twoBefore = 0;
  /** The number of units since the part began. */
  #length = 0;
  #depth = 0;
  #marks: ElementMark[] = [];

  take(): ElementMark[] {
    const marks = this.#marks;
    this.#marks = [];
    return marks;
  }

  add(unit: number, from: number, to: number): void {
    if (this.#part === 'TEXT') {
      if (unit === LT) this.#enter('OPEN', from);
      return;
    }
    this.#length++;
    this.#read(unit, to);
    this.#twoBefore = this.#before;
    this.#before = unit;
  }

  #enter(part: Part, tagAt = this.#tagAt): void {
    this.#part = part;
    this.#tagAt = tagAt;
    this.#quote = 0;
    this.#length = 0;
    this.#before = 0;
    this.#twoBefore = 0;
  }

  #read(unit: number, to: number): void {
    switch (this.#part) {
      case 'OPEN':
        return this.#open(unit);
      case 'START_TAG':
        if (this.#isQuoted(unit) || unit !== GT) return;
        if (this.#before === SLASH) this.#end(to);
        return this.#enter('TEXT');
      case 'END_TAG':
        if (unit !== GT) return;
        this.#end(to);
        return this.#enter('TEXT');
      case 'INSTRUCTION':
        if (unit === GT && this.#before === QUESTION) this.#enter('TEXT');
        return;
      case 'COMMENT':
        if (unit === GT && this.#before === DASH && this.#twoBefore === DASH && this.#length > 2) this.#enter('TEXT');
        return;
      case 'CHARACTERS':
        if (unit === GT && this.#before === BRACKET_END && this.#twoBefore === BRACKET_END) this.#enter('TEXT');
        return;
      case 'DECLARATION':
        return this.#declare(unit);
    }
  }

  #open(unit: number): void {
    if (unit === SLASH) return this.#enter('END_TAG');
    if (unit === QUESTION) return this.#enter('INSTRUCTION');
    if (unit === BANG) return this.#enter('DECLARATION');
    this.#depth++;
    this.#marks.push({ kind: 'BEGIN', at: this.#tagAt, depth: this.#depth });
    this.#enter('START_TAG');
  }

  #declare(unit: number): void {
    if (this.#length === 2 && this.#before === DASH && unit === DASH) return this.#enter('COMMENT');
    if (this.#length === 1 && unit === BRACKET) return this.#enter('CHARACTERS');
    if (!this.#isQuoted(unit) && unit === GT) this.#enter('TEXT');
  }

  #isQuoted(unit: number): boolean {
    if (this.#quote !== 0) {
      if (unit === this.#quote) this.#quote = 0;
      return true;
    }
    if (unit !== 0x22 && unit !== 0x27) return false;
    this.#quote = unit;
    return true;
  }

  #end(to: number): void {
    this.#marks.push({ kind: 'END', at: to, depth: this.#depth });
    this.#depth--;
  }
}
