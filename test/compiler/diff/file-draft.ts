import * as fc from 'fast-check';

/** A cell: a text of its column's pool, and a modification. */
export interface CellDraft {
  readonly pick: number;
  readonly twist: number;
  readonly isQuoted: boolean;
}

export interface LineDraft {
  /** 0: a record; 1: a blank line; 2: a comment, if the spec has comments. */
  readonly kind: number;
  readonly cells: readonly CellDraft[];
  /** The number of cells (or characters) too many or too few. */
  readonly width: number;
}

/** A file as fast-check generates it. `render` writes it for a spec. */
export interface FileDraft {
  /**
   * The columns in the header: 0 those of the old spec, 1 those of both, 2 those and an unknown one, 3 all required
   * ones.
   */
  readonly columns: number;
  /** Whether the columns are in another order. */
  readonly isTurned: boolean;
  readonly lines: readonly LineDraft[];
  /** An index into `days`. */
  readonly today: number;
}

/** Days on which a file is read: after short months, after long months, in another year. */
export const days = ['2024-03-31', '2024-03-15', '2024-08-15', '2025-01-15'] as const;

const mostly = (usual: number, others: number) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.nat(others) });

const cells = fc.record({
  pick: fc.nat(10_000),
  twist: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(10) }),
  isQuoted: fc.boolean(),
});

const lines = fc.record({
  kind: mostly(0, 2),
  cells: fc.array(cells, { minLength: 4, maxLength: 4 }),
  width: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: -2, max: 2 }) }),
});

export const fileDrafts: fc.Arbitrary<FileDraft> = fc.record({
  columns: fc.nat(3),
  isTurned: fc.boolean(),
  lines: fc.array(lines, { minLength: 1, maxLength: 6 }),
  today: fc.nat(days.length - 1),
});

/** Returns the text of a cell. */
export function cellText({ pick, twist }: CellDraft, pool: readonly string[]): string {
  const text = pool[pick % pool.length] ?? '';
  const twisted = [
    text,
    ` ${text}`,
    `${text} `,
    text.toUpperCase(),
    text.toLowerCase(),
    text.slice(0, -1),
    `${text}0`,
    `-${text}`,
    `+${text}`,
    `0${text}`,
    text + text,
  ];
  return twisted[twist] ?? text;
}
