import type { CountedKinds, CountedLines, FoundTotal } from '../total.ts';
import { findScopes, type TrailerScope } from '../scopes.ts';
import type { PlacedType } from '../structure.ts';
import { AMOUNT_DECIMALS, type AmountForm, amountIn, type CellFile, type CellLine, numberIn } from './lines.ts';

type Scope = TrailerScope<CellLine>;

/** What a cell of a trailer may contain, and its value in each scope. */
interface Candidate {
  readonly of: FoundTotal['of'];
  readonly values: readonly number[];
  /** Where the number is most likely, among several cells with the same values. */
  readonly cell: number | null;
  /** Reads a cell of the trailer in the unit of `values`. */
  readonly read: ReadCell;
}

type ReadCell = (cell: string | undefined, file: CellFile) => number | null;

const readNumber: ReadCell = (cell, { terminator }) => numberIn(cell, terminator);

/** A smaller sum, or one of fewer lines, is found in many cells by chance. */
const MIN_SUM = 100;
const MIN_LINES = 3;
/** The maximum number of cells of a record that are added up. */
const MAX_CELLS = 64;
const MAX_LINES = 5_000;
const FEW = 10;

/** Finds the control totals in the cells of a trailer. Each holds in all scopes of the sample. */
export function findCellTotals(type: PlacedType, types: readonly PlacedType[], file: CellFile): FoundTotal[] {
  const scopes = findScopes(type, file.lines.slice(0, MAX_LINES));
  if (scopes.length === 0) return [];
  const { kind } = type.node;
  const width = Math.min(MAX_CELLS, ...scopes.map(({ trailer }) => trailer.cells.length));
  const cells = new Set(Array.from({ length: Math.max(0, width - 1) }, (_, at) => at + 1));
  const found: FoundTotal[] = [];
  for (const { of, values, cell, read } of listCandidates(type, { types, scopes, file })) {
    const equal = [...cells].filter((one) =>
      scopes.every(({ trailer }, index) => read(trailer.cells[one], file) === values[index]),
    );
    const at = equal.find((one) => one === cell) ?? equal[0];
    if (at === undefined) continue;
    cells.delete(at);
    found.push({ total: { kind, start: at, end: at + 1, digits: at }, of });
  }
  return found;
}

interface Surroundings {
  readonly types: readonly PlacedType[];
  readonly scopes: readonly Scope[];
  readonly file: CellFile;
}

/** Returns what the cells of a trailer may contain, the least accidental first. */
function* listCandidates(type: PlacedType, around: Surroundings): Generator<Candidate> {
  const { types } = around;
  const parentOf = (one: PlacedType) => types.find(({ node }) => node.kind === one.parent?.kind)?.parent ?? null;
  const isInside = (one: PlacedType) => one.parent !== null && parentOf(one)?.kind === type.parent?.kind;
  const nested = types.filter((one) => one.node.isTrailer && one.node !== type.node && isInside(one));
  for (const one of nested) yield* sumCells(one, around, 1);
  yield* countAll(type, around);
  yield* countKinds(type, around);
  const others = types.filter(({ node }) => !node.isOnce && node !== type.node);
  for (const one of others) yield* sumCells(one, around, 2);
}

function* sumCells({ node }: PlacedType, { scopes, file }: Surroundings, minAddends: number): Generator<Candidate> {
  const own = scopes.map(({ lines }) => lines.filter(({ kind }) => kind === node.kind));
  const width = Math.min(MAX_CELLS, ...own.flat().map(({ cells }) => cells.length));
  if (Math.max(...own.map(({ length }) => length)) < minAddends || width === MAX_CELLS) return;
  const add = (cell: number, read: ReadCell): number[] | null => {
    const numbers = own.map((lines) => lines.map(({ cells }) => readAddend(cells[cell], file, read)));
    if (numbers.some((list) => list.includes(null))) return null;
    return numbers.map((list) => list.reduce<number>((sum, number) => sum + (number ?? 0), 0));
  };
  for (let cell = 1; cell < width; cell++) {
    const seen = new Set<string>();
    for (const { form, read, min } of UNITS) {
      const values = add(cell, read);
      if (values === null || seen.has(values.join())) continue;
      seen.add(values.join());
      const isClear = values.some((value) => Math.abs(value) >= min) && values.every(Number.isSafeInteger);
      const sum = { kind: node.kind, start: cell, end: cell + 1 };
      const what = { kind: 'AMOUNT', scale: null, ...form } as const;
      if (isClear) yield { of: { sum, where: null, what }, values, cell, read };
      // Digits alone have one form.
      if (form.group === undefined) break;
    }
  }
}

/** The ways to write numbers, those without groups first. */
const AMOUNTS: readonly AmountForm[] = [
  { separator: '.', group: null },
  { separator: ',', group: null },
  ...([',', '.', "'", ' '] as const).map((group) => ({ separator: null, group }) as const),
  ...([',', "'", ' '] as const).map((group) => ({ separator: '.', group }) as const),
  ...(['.', "'", ' '] as const).map((group) => ({ separator: ',', group }) as const),
];

/** How cells that are added up are written: as whole numbers, or with a decimal separator. */
const UNITS: readonly { readonly form: Partial<AmountForm>; readonly read: ReadCell; readonly min: number }[] = [
  { form: {}, read: readNumber, min: MIN_SUM },
  ...AMOUNTS.map((form) => ({
    form,
    read: (cell: string | undefined, file: CellFile) => amountIn(cell, file, form),
    min: 10 ** AMOUNT_DECIMALS,
  })),
];

/** Returns the number in a cell, 0 for an empty cell, or null. */
function readAddend(cell: string | undefined, file: CellFile, read: ReadCell): number | null {
  return cell?.trim() === '' ? 0 : read(cell, file);
}

function* countAll({ parent }: PlacedType, { scopes, file }: Surroundings): Generator<Candidate> {
  const framed = parent === null ? (['self'] as const) : (['self', 'enclosing'] as const);
  const frames: CountedLines['including'][] = [framed, ['self'], []];
  const continued = file.continuation === null ? [] : frames.map((frame) => [...frame, 'continuation'] as const);
  for (const including of [...continued, ...frames]) {
    const values = scopes.map((scope) => countLines(scope, including));
    const isClear = values.some((value) => value >= MIN_LINES);
    if (isClear)
      yield { of: { including, blockOf: null, isSmall: areFew(values) }, values, cell: null, read: readNumber };
  }
}

function countLines({ trailer, opener, lines }: Scope, including: CountedLines['including']): number {
  const counted = [
    ...lines,
    ...(including.includes('self') ? [trailer] : []),
    ...(including.includes('enclosing') && opener !== null ? [opener] : []),
  ];
  const continued = counted.reduce((sum, { continuations }) => sum + continuations, 0);
  return counted.length + (including.includes('continuation') ? continued : 0);
}

function* countKinds({ parent }: PlacedType, { types, scopes }: Surroundings): Generator<Candidate> {
  const present = new Set(scopes.flatMap(({ lines }) => lines.map(({ kind }) => kind)));
  const inside = types.filter(({ node }) => present.has(node.kind) && !node.isOnce);
  const isGroup = ({ node }: PlacedType) => node.inside.some(({ isTrailer }) => isTrailer);
  const groups = inside.filter((one) => one.parent?.kind === parent?.kind && isGroup(one));
  const details = inside.filter((one) => !isGroup(one));
  for (const set of [groups, details, ...inside.map((one) => [one]), inside]) {
    const kinds = set.map(({ node }) => node.kind);
    const values = scopes.map(({ lines }) => lines.filter(({ kind }) => kinds.includes(kind)).length);
    const of: CountedKinds = { kinds, isSmall: areFew(values) };
    if (kinds.length > 0 && values.some((value) => value > 0)) yield { of, values, cell: null, read: readNumber };
  }
}

function areFew(values: readonly number[]): boolean {
  return values.every((value) => value < FEW);
}
