import { createCodePointTable, type CodePointTable } from './code-point-classes.ts';
import { recordSteps } from '../record-steps.ts';
import { parseProgram, type Program, type ProgramText } from './program.ts';

/** The result of a search if there is no further match. */
export const NONE = -1;
/** The result of a search that would need more steps than are left. */
export const BUDGET_EXCEEDED = -2;

/** The state of a search with one pattern. It is reused for one text after another. */
export interface Search {
  readonly program: Program;
  readonly table: CodePointTable;
  /** 1 for each ASCII character with which a match can begin at an index other than 0, else 0. */
  readonly starts: Uint8Array;
  /**
   * The slots of the last match. Slot 0 is the index at which the match begins. Slots 2n - 1 and 2n are the beginning
   * and the end of capture group n. The end is -1 if the group is not part of the match.
   */
  readonly match: Int32Array;
  text: string;
  /** The number of steps left for this text. Each tried transition and each copied slot is a step. */
  budget: number;
  /**
   * The number of steps left for beginnings at which no match is found. After that, all beginnings are searched at
   * once.
   */
  failureBudget: number;
  /**
   * The capture slots if there is a single thread. `current` and `next` contain the threads if there are several, the
   * most preferred first.
   */
  readonly captures: Int32Array;
  current: ThreadList;
  next: ThreadList;
  /**
   * The stamp of the character at which a thread last reached each row. `stamp` is the number of the current character.
   */
  readonly visited: Int32Array;
  stamp: number;
}

/** A list of threads. Each thread has a row of the program, and `slots` contains its capture slots. */
export interface ThreadList {
  count: number;
  readonly rows: Int32Array;
  readonly slots: Int32Array;
}

/** Creates a search. Call `beginSearch` before searching a text. */
export function createSearch(texts: ProgramText): Search {
  const program = parseProgram(texts);
  const table = createCodePointTable(texts.classes);
  return {
    program,
    table,
    starts: Uint8Array.from(table.ascii, (column) => (program.cells[column] === 0 ? 0 : 1)),
    match: new Int32Array(program.slots),
    text: '',
    budget: 0,
    failureBudget: 0,
    captures: new Int32Array(program.slots),
    current: createWalks(program),
    next: createWalks(program),
    visited: new Int32Array(program.rows),
    stamp: 0,
  };
}

function createWalks({ rows, slots }: Program): ThreadList {
  return { count: 0, rows: new Int32Array(rows + 1), slots: new Int32Array((rows + 1) * slots) };
}

/** The number of steps for beginnings without a match, per UTF-16 unit of the text. */
const TRIED_PER_UNIT = 8;

/** The maximum number of steps for a text: MIN_BUDGET, or BUDGET_PER_UNIT for each UTF-16 unit if that is more. */
const MIN_BUDGET = 1_000_000;
const BUDGET_PER_UNIT = 64;
/** The end of a text counts as a few characters. */
const END_UNITS = 16;

/**
 * Prepares the search of a text, whose steps are limited: by its length, and by what the record has left. Returns their
 * number, for endSearch().
 */
export function beginSearch(search: Search, text: string): number {
  search.text = text;
  const units = text.length + END_UNITS;
  search.budget = recordSteps.left(units, Math.max(MIN_BUDGET, BUDGET_PER_UNIT * units)) - 1;
  search.failureBudget = TRIED_PER_UNIT * text.length;
  return search.budget;
}

/** Counts the steps of a search that began with `steps`. */
export function endSearch({ budget, text }: Search, steps: number): void {
  recordSteps.take(steps - budget, text.length + END_UNITS);
}

/** Returns the column of the program for the character at index `at`, or for the end of the text. */
export function columnAt({ text, table, program }: Search, at: number): number {
  if (at >= text.length) return program.columns - 1;
  const unit = text.charCodeAt(at);
  if (unit < 128) return table.ascii[unit] as number;
  return table.of(unit >= 0xd800 && unit < 0xdc00 ? (text.codePointAt(at) as number) : unit);
}

/** Returns the length of the code point at index `at`, in UTF-16 units. 1 at the end of the text. */
export function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

/** Returns the first index from `at` on at which a match may begin, or the length of the text. */
export function skipTo(search: Search, at: number): number {
  const { text, starts, program } = search;
  if (at === 0 && program.cells[(program.rows - 1) * program.columns + columnAt(search, 0)] !== 0) return 0;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 128 ? starts[unit] === 1 : program.cells[columnAt(search, at)] !== 0) return at;
    if (unit >= 128) at += widthAt(text, at) - 1;
  }
  return at;
}

/**
 * Executes the capture operations of a transition at text index `at`. `base` is the index of the thread's first slot.
 */
export function applyCaptures(
  { firstCaptureOp, captureOps }: Program,
  transition: number,
  slots: Int32Array,
  base: number,
  at: number,
): void {
  const last = firstCaptureOp[transition + 1] as number;
  for (let i = firstCaptureOp[transition] as number; i < last; i++) {
    const op = captureOps[i] as number;
    if (op > 0) slots[base + op - 1] = at;
    else slots[base - op - 1] = -1;
  }
}
