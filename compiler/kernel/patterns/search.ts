import { createCodePointTable, type CodePointTable } from './code-point-classes.ts';
import { readProgram, type Program, type ProgramText } from './program.ts';

/** Answers of `nextMatch`: there is no further one; finding it would cost more steps than are left. */
export const NONE = -1;
export const BUDGET_EXCEEDED = -2;

/** The search for the matches of one pattern, in one text after the other. */
export interface Search {
  readonly program: Program;
  readonly table: CodePointTable;
  /** For each ASCII character 1 where a match can begin with it behind the beginning of the text. */
  readonly starts: Uint8Array;
  /** Where the last match begins (0), and begin and end of the n-th group in use (2n - 1, 2n), whose end is -1 where it took no part. */
  readonly match: Int32Array;
  text: string;
  /** Steps that the search in this text may still cost: one for each way tried, one for each slot copied. */
  budget: number;
  /** Steps that may still be spent on beginnings that come to nothing, before all beginnings are tried at once. */
  failureBudget: number;
  /** The slots of the single walk, and all walks where there are several: the most preferred first. */
  readonly captures: Int32Array;
  current: ThreadList;
  next: ThreadList;
  /** For each row the last stamp with which a walk came to it; a stamp is a character looked at. */
  readonly seen: Int32Array;
  stamp: number;
}

/** Walks under way: the row of each, and its slots. */
export interface ThreadList {
  count: number;
  readonly rows: Int32Array;
  readonly slots: Int32Array;
}

/** Makes a search; `beginSearch` gives it a text. */
export function createSearch(texts: ProgramText): Search {
  const program = readProgram(texts);
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
    seen: new Int32Array(program.rows),
    stamp: 0,
  };
}

function createWalks({ rows, slots }: Program): ThreadList {
  return { count: 0, rows: new Int32Array(rows + 1), slots: new Int32Array((rows + 1) * slots) };
}

/** Steps for each UTF-16 unit that may be spent on beginnings that come to nothing. */
const TRIED_PER_UNIT = 8;

/** The next matches are those of this text, for at most so many steps. */
export function beginSearch(search: Search, text: string, steps: number): void {
  search.text = text;
  search.budget = steps;
  search.failureBudget = TRIED_PER_UNIT * text.length;
}

/** The column of the program for the character at a place of the text, or for its end. */
export function columnAt({ text, table, program }: Search, at: number): number {
  if (at >= text.length) return program.columns - 1;
  const unit = text.charCodeAt(at);
  if (unit < 128) return table.ascii[unit] as number;
  return table.of(unit >= 0xd800 && unit < 0xdc00 ? (text.codePointAt(at) as number) : unit);
}

/** How many UTF-16 units the code point at a place has; 1 at the end of the text. */
export function widthAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit < 0xdc00 && (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

/** The first place from `at` on where a match can begin; the end of the text where none can before. */
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

/** Notes in the slots from `base` on what a way says of the place `at` in the text. */
export function applyCaptures(
  { firstCaptureOp, captureOps }: Program,
  way: number,
  slots: Int32Array,
  base: number,
  at: number,
): void {
  const last = firstCaptureOp[way + 1] as number;
  for (let i = firstCaptureOp[way] as number; i < last; i++) {
    const note = captureOps[i] as number;
    if (note > 0) slots[base + note - 1] = at;
    else slots[base - note - 1] = -1;
  }
}
