import * as fc from 'fast-check';
import { choose, dial, pick, seldom } from './field-draft.ts';
import { tokens } from './pools.ts';
import type { Token } from './pools.ts';

/** What fast-check generates for a cell: one of the field's own cells or a hostile text, and its quoting. */
export interface CellDraft {
  pick: number;
  /** Replaces the field's own cell unless it is null. */
  hostile: Token[] | null;
  /** 0: quoted if necessary, 1: always, 2: never. */
  quoting: number;
}

export interface LineDraft {
  /** Mostly 0, a record; else one of `lineKinds`. */
  kind: number;
  cells: CellDraft[];
  /** The number of cells too many or too few; 0 for none. */
  width: number;
  hostile: Token[];
  ending: number;
}

/** What fast-check generates for a file. `renderFile` writes it for a spec. */
export interface FileDraft {
  mark: boolean;
  top: Token[][];
  bottom: Token[][];
  header: {
    shuffle: number;
    extra: number;
    drop: number;
    double: number;
    quoting: number;
    blanks: boolean;
    hostile: Token[] | null;
    leadingLines: number;
  };
  lines: LineDraft[];
  ending: number;
  lastEnd: boolean;
}

export const lineKinds = [
  'record',
  'record',
  'record',
  'record',
  'record',
  'record',
  'empty',
  'blank',
  'comment',
  'garbage',
] as const;

const token: fc.Arbitrary<Token> = pick.map((n) => choose(tokens, n));
const hostileText = fc.array(token, { maxLength: 6 });
const cell: fc.Arbitrary<CellDraft> = fc.record({
  pick: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: pick }),
  hostile: fc.oneof({ weight: 7, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostileText }),
  quoting: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
});
const line: fc.Arbitrary<LineDraft> = fc.record({
  kind: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(lineKinds.length - 1) }),
  cells: fc.array(cell, { maxLength: 6 }),
  width: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) }),
  hostile: hostileText,
  ending: dial,
});

export const fileDrafts: fc.Arbitrary<FileDraft> = fc.record({
  mark: seldom,
  top: fc.array(hostileText, { maxLength: 3 }),
  bottom: fc.array(hostileText, { maxLength: 3 }),
  header: fc.record({
    shuffle: dial,
    extra: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
    drop: fc.oneof({ weight: 11, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: pick }),
    double: fc.oneof({ weight: 15, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: pick }),
    quoting: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(2) }),
    blanks: seldom,
    hostile: fc.oneof({ weight: 25, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: hostileText }),
    leadingLines: dial,
  }),
  lines: fc.array(line, { maxLength: 12 }),
  ending: dial,
  lastEnd: fc.boolean(),
});
