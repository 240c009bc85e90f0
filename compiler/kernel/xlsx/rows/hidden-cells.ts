import { stateOf } from '../../lines/line-parser.ts';
import type { Position, Warning } from '../../model/contract.ts';
import { columnIndex, columnLetters } from '../package/cell-name.ts';

/** What a resume position stores: what warnings have said. Its member names must not change. */
interface HiddenState {
  readonly sheet?: true;
  readonly columns?: readonly string[];
}

/** Finds values in hidden sheets, rows and columns, which a person who looks at the workbook does not see. */
export class HiddenCells {
  #sheet = '';
  #isSheetKnown: boolean;
  readonly #known: Set<string>;
  /** The indexes of hidden columns without a value so far, from 0, as the last tail says. */
  #columns: number[] = [];
  #lastTail = '';
  #isRowHidden = false;
  #rows = 0;
  #warnings: Warning[] = [];

  constructor(from: Position | null) {
    // The state of a position is the object that `save` returned.
    const saved = (stateOf(from)?.header as { hidden?: HiddenState } | null | undefined)?.hidden;
    this.#isSheetKnown = saved?.sheet === true;
    this.#known = new Set(saved?.columns);
  }

  /** Notes the tail of a line; see marks.ts. `first`: the index of the column of the first cell. Returns the name of the sheet. */
  note(tail: string, cells: readonly string[], first: number): string {
    if (tail !== this.#lastTail) this.#read(tail);
    if (this.#isRowHidden) this.#rows++;
    if (this.#columns.length > 0) this.#noteColumns(cells, first);
    return this.#sheet;
  }

  /** Returns the warnings since the last call. */
  take(): Warning[] {
    if (this.#rows === 0 && this.#warnings.length === 0) return [];
    const rows = this.#rows === 0 ? [] : [warn('rows of the sheet are hidden', this.#rows)];
    const warnings = [...this.#warnings, ...rows];
    this.#warnings = [];
    this.#rows = 0;
    return warnings;
  }

  /** Returns what a resume position stores, as plain JSON data. Null: nothing is hidden. */
  save(): HiddenState | null {
    if (!this.#isSheetKnown && this.#known.size === 0) return null;
    return { ...(this.#isSheetKnown && { sheet: true as const }), columns: [...this.#known] };
  }

  #read(tail: string): void {
    this.#lastTail = tail;
    const flagsEnd = tail.indexOf('|');
    const columnsEnd = tail.indexOf('|', flagsEnd + 1);
    const flags = tail.slice(0, flagsEnd);
    this.#sheet = tail.slice(columnsEnd + 1);
    this.#isRowHidden = flags.includes('r');
    if (flags.includes('s') && !this.#isSheetKnown) {
      this.#isSheetKnown = true;
      this.#warnings.push(warn(`the sheet ${JSON.stringify(this.#sheet)} is hidden`));
    }
    this.#columns = tail
      .slice(flagsEnd + 1, columnsEnd)
      .split(',')
      .flatMap((range) => indexesOf(range))
      .filter((index) => !this.#known.has(columnLetters(index)));
  }

  #noteColumns(cells: readonly string[], first: number): void {
    const found = this.#columns.filter((index) => (cells[index - first] ?? '') !== '');
    if (found.length === 0) return;
    this.#columns = this.#columns.filter((index) => !found.includes(index));
    for (const letters of found.map(columnLetters)) {
      this.#known.add(letters);
      this.#warnings.push(warn(`the column ${letters} of the sheet is hidden`));
    }
  }
}

function indexesOf(range: string): number[] {
  const [from = '', to = from] = range.split('-');
  const [first, last] = [columnIndex(from), columnIndex(to)];
  return first < 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function warn(message: string, count?: number): Warning {
  return {
    code: 'HIDDEN_CELLS',
    message: `${message}, but read: a person who looks at the workbook does not see it`,
    ...(count !== undefined && { count }),
  };
}
