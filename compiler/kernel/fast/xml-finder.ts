import { characterLength } from '../input/decode.ts';
import { standsAt } from './fast-words.ts';
import type { XmlTarget } from '../xml/element.ts';
import type { ShapeTag, XmlShapes } from '../xml/shapes.ts';

/** What a byte is in a text or a value. */
const PLAIN = 0;
const BLANK = 1;
const WIDE = 2;
const BRACKET = 3;
const ENDING = 4;
const REFUSED = 5;

/** What an XML source tells a fast reader. */
export interface XmlLayout {
  shapes: XmlShapes;
  /** The texts of the fields that stand before the records; the same object as long as nothing changes. */
  above: readonly (string | undefined)[];
}

/** Finds where the values of a record stand, guided by the tags of the records before it. Whatever was not met before it refuses. */
export class XmlFinder {
  /** Where the text of each field begins and ends; that of a field without text at the record's beginning. */
  readonly from: Int32Array;
  readonly to: Int32Array;

  constructor(fields: number) {
    this.from = new Int32Array(fields);
    this.to = new Int32Array(fields);
  }

  /** Gives where the record that begins at `start`, perhaps behind blanks, ends; -1 where it has to be read carefully. */
  find(input: Uint8Array, start: number, limit: number, maxRecordBytes: number, shapes: XmlShapes): number {
    const { from, to } = this;
    for (let i = 0; i < from.length; i++) from[i] = -1;
    let at = start;
    while (TEXT[input[at] as number] === BLANK) at++;
    const begin = at;
    const end = this.#walk(input, at, limit, shapes);
    if (end < 0 || end > limit || end - begin > maxRecordBytes) return -1;
    for (let i = 0; i < from.length; i++) {
      if ((from[i] as number) >= 0) continue;
      from[i] = begin;
      to[i] = begin;
    }
    return end;
  }

  /** Goes from tag to tag. */
  #walk(input: Uint8Array, start: number, limit: number, shapes: XmlShapes): number {
    const { top } = shapes;
    let at = start;
    let open = top;
    let before: ShapeTag | null = null;
    let tag: ShapeTag | null = top.first ?? top.children[0] ?? null;
    if (tag === null) return -1;
    for (;;) {
      let behind = tag === null ? endOf(input, at, open) : this.#pass(input, at, tag);
      if (behind < 0) {
        // Another one than last time.
        tag = null;
        behind = open === top ? -1 : endOf(input, at, open);
        for (let i = 0; behind < 0 && i < open.children.length; i++) {
          tag = open.children[i] as ShapeTag;
          behind = this.#pass(input, at, tag);
        }
        if (behind < 0) {
          if (isStartTag(input[at + 1] as number)) shapes.isSurprised = true;
          return -1;
        }
        if (before === null) open.first = tag;
        else before.next = tag;
      }
      at = behind;
      if (tag === null) {
        before = open;
        open = open.parent as ShapeTag;
        if (open === top) return at;
        tag = before.next;
      } else {
        if (!this.#putAttributes(tag)) return -1;
        if (tag.isEmpty) {
          if (!this.#put(tag.text, at, at)) return -1;
          if (open === top) return at;
          before = tag;
          tag = tag.next;
        } else if (tag.text.length > 0) {
          behind = endOfValue(input, at, TEXT);
          if (behind < 0 || !this.#put(tag.text, at, behind)) return -1;
          at = endOf(input, behind, tag);
          if (at < 0) return -1;
          if (open === top) return at;
          before = tag;
          tag = tag.next;
        } else {
          open = tag;
          before = null;
          tag = tag.first;
        }
      }
      while (TEXT[input[at] as number] === BLANK) at++;
      if (input[at] !== LESS_THAN) {
        at = endOfText(input, at);
        if (at < 0) return -1;
      }
      if (at >= limit) return -1;
    }
  }

  /** Behind a start tag; -1 where it is another one. */
  #pass(input: Uint8Array, start: number, { pieces, quotes, from, to }: ShapeTag): number {
    let piece = pieces[0] as Uint8Array;
    if (!standsAt(input, start, piece)) return -1;
    let at = start + piece.length;
    for (let i = 0; i < quotes.length; i++) {
      from[i] = at;
      at = endOfValue(input, at, quotes[i] === 0x22 ? IN_DOUBLE_QUOTES : IN_SINGLE_QUOTES);
      if (at < 0) return -1;
      to[i] = at;
      piece = pieces[i + 1] as Uint8Array;
      if (!standsAt(input, at, piece)) return -1;
      at += piece.length;
    }
    return at;
  }

  #putAttributes({ targets, from, to }: ShapeTag): boolean {
    for (let i = 0; i < targets.length; i++) {
      if (!this.#put(targets[i] as readonly XmlTarget[], from[i] as number, to[i] as number)) return false;
    }
    return true;
  }

  /** The first value counts; several that are joined are left to the careful reading. */
  #put(targets: readonly XmlTarget[], from: number, to: number): boolean {
    if (targets.length === 0) return true;
    for (let i = 0; i < targets.length; i++) {
      const target = targets[i] as XmlTarget;
      const field = typeof target === 'number' ? target : target.column;
      if ((this.from[field] as number) < 0) {
        this.from[field] = from;
        this.to[field] = to;
      } else if (typeof target !== 'number') return false;
    }
    return true;
  }
}

const LESS_THAN = 0x3c;

const TEXT = byteKinds('<', '&\t\n\r', true);
const IN_DOUBLE_QUOTES = byteKinds('"', '<&', false);
const IN_SINGLE_QUOTES = byteKinds("'", '<&', false);

/** Whether a tag begins with this behind its `<`, not a comment, a CDATA section, an instruction or an end tag. */
function isStartTag(byte: number): boolean {
  return byte !== 0x21 && byte !== 0x3f && byte !== 0x2f;
}

function endOf(input: Uint8Array, at: number, { end }: ShapeTag): number {
  return standsAt(input, at, end) ? at + end.length : -1;
}

/** Where a value ends: of plain characters, on one line; -1 where there are others. */
function endOfValue(input: Uint8Array, from: number, kinds: Uint8Array): number {
  let at = from;
  for (;;) {
    const byte = input[at] as number;
    const kind = kinds[byte] as number;
    if (kind === PLAIN) at++;
    else if (kind === ENDING) return at;
    else if (kind === BLANK && byte === 0x20) at++;
    else {
      const width = widthOf(input, at, kind);
      if (width <= 0) return -1;
      at += width;
    }
  }
}

/** Where a text ends that nobody wants. */
function endOfText(input: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const kind = TEXT[input[at] as number] as number;
    if (kind === PLAIN || kind === BLANK) at++;
    else if (kind === ENDING) return at;
    else {
      const width = widthOf(input, at, kind);
      if (width <= 0) return -1;
      at += width;
    }
  }
}

/** Bytes of a character that is looked at closely; 0 or less where it is left to the careful reading. */
function widthOf(input: Uint8Array, at: number, kind: number): number {
  if (kind === BRACKET) return input[at + 1] === 0x5d ? 0 : 1;
  if (kind !== WIDE) return 0;
  const width = characterLength(input, at, at + 4);
  // U+FFFE and U+FFFF are no characters of XML.
  return width === 3 && input[at] === 0xef && input[at + 1] === 0xbf && (input[at + 2] as number) >= 0xbe ? 0 : width;
}

function byteKinds(ending: string, refused: string, isText: boolean): Uint8Array {
  const kinds = new Uint8Array(256).fill(REFUSED, 0, 0x20).fill(WIDE, 0x80);
  for (const character of refused) kinds[character.charCodeAt(0)] = REFUSED;
  if (isText) for (const character of ' \t\n\r') kinds[character.charCodeAt(0)] = BLANK;
  if (isText) kinds[0x5d] = BRACKET;
  kinds[ending.charCodeAt(0)] = ENDING;
  return kinds;
}
