import { createCodePointTable } from './code-point-classes.ts';
import { AT_END, AT_START, readProgram, type Program, type ProgramText } from './pattern-program.ts';

/** Answers of `next`: there is no further match; finding it would cost more steps than are left. */
export const NONE = -1;
export const COSTLY = -2;

/** Finds the matches of one pattern in one text after the other. */
export interface Search {
  /** Where the last match begins (0), and begin and end of the n-th group in use (2n - 1, 2n), whose end is -1 where it took no part. */
  readonly found: Int32Array;
  /** The next matches are those of this text, for at most so many steps: a step is one way tried, or one slot copied. */
  begin(text: string, steps: number): void;
  /** The end of the leftmost match that begins at `from` or behind it, in UTF-16 units; NONE; COSTLY. */
  next(from: number): number;
  /** The steps that are left. */
  left(): number;
}

/**
 * Makes the search for a pattern's leftmost match by ECMAScript's order of preference. All ways through the pattern are
 * walked at once, the most preferred first, so that each character is looked at once (R. Cox, Regular Expression
 * Matching: the Virtual Machine Approach, 2009).
 */
export function createSearch(text: ProgramText): Search {
  const table = createCodePointTable(text.classes);
  const program = readProgram(text);
  const { slots, firstWay, target, when, placeOf, fits, width } = program;
  const starts = toStartClasses(program);
  const found = new Int32Array(slots);
  const seen = new Int32Array(placeOf.length);
  let [here, ahead] = [createWalks(placeOf.length + 1, slots), createWalks(placeOf.length + 1, slots)];
  let stamp = 0;
  let value = '';
  let left = 0;

  const classAt = (at: number): number => {
    const unit = value.charCodeAt(at);
    return unit < 128 ? (table.ascii[unit] as number) : table.of(value.codePointAt(at) as number);
  };
  /** The next place where a match can begin. Only here no walk is under way. */
  const skip = (at: number): number => {
    if (starts === null || (at === 0 && starts.atStart)) return at;
    if (starts.never) return value.length;
    while (at < value.length && starts.classes[classAt(at)] === 0) at += widthAt(value, at);
    return at;
  };
  /** Begins a walk at the first place of the pattern, less preferred than all others. */
  const enter = (at: number): void => {
    const base = here.count * slots;
    here.places[here.count++] = 0;
    here.slots.fill(-1, base, base + slots);
    here.slots[base] = at;
  };
  /** Takes all walks over one character, of class -1 at the end of the text. Returns whether one of them came to the end of a match. */
  const step = (at: number, number: number): boolean => {
    const bars = (at === 0 ? 0 : AT_START) | (number < 0 ? 0 : AT_END);
    stamp = stamp === 0x7fffffff ? restamp(seen) : stamp + 1;
    ahead.count = 0;
    for (let walk = 0; walk < here.count; walk++) {
      const place = here.places[walk] as number;
      const last = firstWay[place + 1] as number;
      for (let way = firstWay[place] as number; way < last; way++) {
        left--;
        if (((when[way] as number) & bars) !== 0) continue;
        const to = target[way] as number;
        if (to < 0) {
          copySlots(here.slots, walk * slots, found, 0);
          takeNotes(program, way, found, 0, at);
          return true;
        }
        if (number < 0 || seen[to] === stamp || fits[to * width + number] === 0) continue;
        seen[to] = stamp;
        copySlots(here.slots, walk * slots, ahead.slots, ahead.count * slots);
        takeNotes(program, way, ahead.slots, ahead.count * slots, at);
        ahead.places[ahead.count++] = placeOf[to] as number;
        left -= slots;
      }
    }
    return false;
  };
  const copySlots = (from: Int32Array, at: number, to: Int32Array, base: number): void => {
    for (let slot = 0; slot < slots; slot++) to[base + slot] = from[at + slot] as number;
  };

  return {
    found,
    begin(text, steps) {
      value = text;
      left = steps;
    },
    next(from) {
      let end = NONE;
      here.count = 0;
      for (let at = from; ; at += widthAt(value, at)) {
        if (end === NONE) {
          if (here.count === 0) at = skip(at);
          enter(at);
        } else if (here.count === 0) return end;
        // The walks that are less preferred than the one that ended are gone; the others may still find a better end.
        if (step(at, at < value.length ? classAt(at) : -1)) end = at;
        if (left < 0) return COSTLY;
        [here, ahead] = [ahead, here];
        if (at >= value.length) return end;
      }
    },
    left: () => left,
  };
}

/** The walks under way, the most preferred first: the place of each in the pattern, and its slots. */
interface Walks {
  count: number;
  readonly places: Int32Array;
  readonly slots: Int32Array;
}

function createWalks(most: number, slots: number): Walks {
  return { count: 0, places: new Int32Array(most), slots: new Int32Array(most * slots) };
}

function takeNotes({ firstNote, notes }: Program, way: number, slots: Int32Array, base: number, at: number): void {
  const last = firstNote[way + 1] as number;
  for (let i = firstNote[way] as number; i < last; i++) {
    const note = notes[i] as number;
    if (note > 0) slots[base + note - 1] = at;
    else slots[base - note - 1] = -1;
  }
}

function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

function restamp(seen: Int32Array): number {
  seen.fill(0);
  return 1;
}

/** The classes of the characters with which a match may begin behind the beginning of the text; null where it may be empty anywhere. */
function toStartClasses({ firstWay, target, when, fits, width }: Program): { classes: Uint8Array; atStart: boolean; never: boolean } | null {
  const classes = new Uint8Array(width);
  let atStart = false;
  let never = true;
  for (let way = 0; way < (firstWay[1] as number); way++) {
    const to = target[way] as number;
    if (((when[way] as number) & AT_START) !== 0) atStart = true;
    else {
      never = false;
      if (to < 0 && when[way] === 0) return null;
      for (let number = 0; to >= 0 && number < width; number++) classes[number] = (classes[number] as number) | (fits[to * width + number] as number);
    }
  }
  return { classes, atStart, never };
}
