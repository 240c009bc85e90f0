import type { Failure, Severity, Warning } from '../model/contract.ts';
import { trim } from '../values/text.ts';
import { editDistance } from '../values/edit-distance.ts';

/** A column that a field reads by its name in the header. */
export interface NamedColumn {
  /** Whether conditions for records examine the column. Absent: a field reads it. */
  readonly selects?: boolean;
  /** The name in the header, or alternative names. A header has one of them. */
  column: string | readonly string[];
  field: string;
  /** Whether the run fails if the header lacks this column. */
  required: boolean;
}

/** Columns that are read by name. The keys are the names that the generated module uses for the fields. */
export type NamedColumns = Readonly<Record<string, NamedColumn>>;

/** The positions of the columns in a file. Checkpoints store this object, so its member names must not change. */
export interface Header {
  /**
   * The index of each field's column, from 0, or ABSENT. The keys are the names that the generated module uses for the
   * fields.
   */
  at: Record<string, number>;
  /** The number of cells in a complete record. */
  width: number;
  /** The index of the column that `recordWhen` examines. ABSENT if all lines are records. */
  recordType: number;
  /** For each group of values in a line, the same as `at`. Absent: the records are no groups. */
  groups?: readonly Readonly<Record<string, number>>[];
  /** Whether records may have an empty cell more than the header, because they end with a delimiter. Absent: no. */
  trailing?: true;
}

/**
 * The index for a column that a file does not have. It exceeds any real index, so reading that cell returns undefined.
 */
export const ABSENT = 0x3fffffff;

/** The result of reading a header line. */
export interface HeaderReading {
  header: Header;
  warnings: Warning[];
  failure: Failure | null;
}

/** The columns that a header should contain. */
export interface HeaderColumns {
  /** The columns of the fields. */
  named: NamedColumns;
  /** The severity of `onMissingColumns`. Null means IGNORE. */
  onMissing: Severity | null;
  /** The column that `recordWhen` examines: its name, or its index from 0. Null if all lines are records. */
  recordType: string | number | null;
  /** Names of columns that no field reads, and that get no warning. */
  ignored: readonly string[];
  /** Whether messages omit the names of header columns that no field reads. */
  masksUnknown: boolean;
  /** Whether names are equal if they differ only in blanks and in the case of letters. */
  ignoresCase: boolean;
}

/**
 * Finds the columns of a spec in the cells of the header line. Names must be equal after trimming. `failure` is null
 * unless the header lacks a column that the run needs, or contains a column twice.
 */
export function readHeader(cells: readonly string[], wanted: HeaderColumns): HeaderReading {
  const columns = wanted.named;
  const names = cells.map(trim);
  const fold = wanted.ignoresCase ? foldName : sameName;
  const found = findColumns(names.map(fold));
  const header: Header = { at: {}, width: cells.length, recordType: findRecordType(names, wanted) };
  const unknown = unknownIndexes(names, wanted);
  const reading: HeaderReading = { header, warnings: unknownColumns(unknown, names, wanted), failure: null };
  const finder = new MissingColumns(names, wanted, unknown);
  const doubled = new Set<string>();
  for (const [key, named] of Object.entries(columns)) {
    const matches = namesOf(named).filter((column) => found.has(fold(column)));
    const [first] = matches;
    const match = first === undefined ? undefined : found.get(fold(first));
    header.at[key] = match?.index ?? ABSENT;
    if (match === undefined) finder.add(named);
    else if (named.selects === true) continue;
    else if (match.count > 1) doubled.add(`the column ${quoted(first ?? '')} ${match.count} times`);
    else if (matches.some((column) => found.get(fold(column)) !== match))
      doubled.add(
        `the columns ${listTexts(matches, 'and')} for the field ${quoted(named.field)}, which reads only one`,
      );
  }
  finder.addRecordType(header);
  reading.warnings.push(...finder.warnings);
  reading.failure = createFailure(finder.faults, [...doubled]);
  return reading;
}

/** Returns the alternative names of a column. A header has one of them. */
function namesOf({ column }: NamedColumn): readonly string[] {
  return typeof column === 'string' ? [column] : column;
}

function sameName(name: string): string {
  return name;
}

/** Returns a name without blanks and in lower case. */
function foldName(name: string): string {
  return name.replace(/\p{White_Space}/gu, '').toLowerCase();
}

function listTexts(texts: readonly string[], word: string): string {
  const last = quoted(texts.at(-1) ?? '');
  return texts.length < 2 ? last : `${texts.slice(0, -1).map(quoted).join(', ')} ${word} ${last}`;
}

/** Returns the columns that a header must have and a line with these cells does not have. */
export function findMissingColumns(
  cells: readonly string[],
  wanted: HeaderColumns,
): { missing: string[]; hasColumn: boolean } {
  const fold = wanted.ignoresCase ? foldName : sameName;
  const names = cells.map(trim);
  const found = new Set(names.map(fold));
  const isFound = (named: NamedColumn) => namesOf(named).some((column) => found.has(fold(column)));
  const all = Object.values(wanted.named);
  const missing = all
    .filter((named) => isDue(named, wanted) && !isFound(named))
    .map((named) => listTexts(namesOf(named), 'or'));
  const { recordType } = wanted;
  if (typeof recordType === 'string' && findRecordType(names, wanted) === ABSENT) missing.push(quoted(recordType));
  return { missing: [...new Set(missing)], hasColumn: all.some((named) => named.selects !== true && isFound(named)) };
}

const MAX_LISTED = 20;

/** Returns one failure for all faults of a header, or null if there are none. */
function createFailure(missing: readonly string[], doubled: readonly string[]): Failure | null {
  const faults = [...missing, ...doubled];
  if (faults.length === 0) return null;
  const listed = faults.slice(0, MAX_LISTED);
  if (faults.length > MAX_LISTED) listed.push(`${faults.length - MAX_LISTED} more such faults`);
  const last = listed.pop() ?? '';
  const all = listed.length === 0 ? last : `${listed.join(', ')} and ${last}`;
  return { code: missing.length > 0 ? 'MISSING_COLUMN' : 'DUPLICATE_COLUMN', message: `the header has ${all}` };
}

/** Collects the columns that a header lacks. `faults` make the run fail. `warnings` do not. */
class MissingColumns {
  readonly faults: string[] = [];
  readonly warnings: Warning[] = [];
  readonly #names: readonly string[];
  readonly #wanted: HeaderColumns;
  readonly #unknown: readonly number[];

  /** @param unknown the indexes of the names that no field reads */
  constructor(names: readonly string[], wanted: HeaderColumns, unknown: readonly number[]) {
    this.#names = names;
    this.#wanted = wanted;
    this.#unknown = unknown;
  }

  add(named: NamedColumn): void {
    const names = namesOf(named);
    if (named.selects === true) {
      this.#addSelecting(names[0] ?? '');
      return;
    }
    const fault = `no column ${listTexts(names, 'or')} for the field ${quoted(named.field)}${this.#suggest(names[0] ?? '')}`;
    const isFault = isDue(named, this.#wanted);
    if (isFault) this.faults.push(fault);
    else this.warnings.push({ code: 'MISSING_COLUMN', message: `the header has ${fault}` });
  }

  /** Adds a fault if the header lacks the column of `recordWhen`. Otherwise the run would skip every line silently. */
  addRecordType(header: Header): void {
    const { recordType, named } = this.#wanted;
    if (typeof recordType !== 'string' || header.recordType !== ABSENT) return;
    if (Object.values(named).some((column) => namesOf(column).includes(recordType))) return;
    this.faults.push(`${describeMissingType(recordType)}${this.#suggest(recordType)}`);
  }

  /** Adds a fault if no field whose column must exist reads the missing column. */
  #addSelecting(column: string): void {
    const others = Object.values(this.#wanted.named).filter(({ selects }) => selects !== true);
    if (others.some((named) => namesOf(named).includes(column) && isDue(named, this.#wanted))) return;
    this.faults.push(`${describeMissingType(column)}${this.#suggest(column)}`);
  }

  #suggest(column: string): string {
    const isListed = this.faults.length + this.warnings.length < MAX_LISTED;
    const index = isListed ? findSimilarColumn(column, this.#names, this.#unknown) : -1;
    if (index < 0) return '';
    const similar = this.#wanted.masksUnknown ? `column ${index + 1}` : quoted(this.#names[index] ?? '');
    return ` (did you mean ${similar}?)`;
  }
}

/** Returns whether the run fails if the header lacks a column. */
function isDue(named: NamedColumn, { onMissing, recordType }: HeaderColumns): boolean {
  const selects = typeof recordType === 'string' && namesOf(named).includes(recordType);
  return named.required || onMissing === 'FATAL' || onMissing === 'ERROR' || selects;
}

/**
 * Finds the column that `recordWhen` names in the header, for a spec whose fields have fixed column indexes. If it is
 * missing, `index` is ABSENT and `failure` is not null.
 */
export function readRecordType(
  cells: readonly string[],
  recordType: string,
  ignoresCase: boolean,
): { index: number; failure: Failure | null } {
  const index = findRecordType(cells.map(trim), { recordType, ignoresCase, named: {} });
  return { index, failure: missingType({ recordType: index }, recordType) };
}

/**
 * Returns the index of the column of `recordWhen`, or ABSENT. If several columns have its name, the first one counts.
 * If it is one of the names of a field's column, the others count, too.
 */
function findRecordType(
  names: readonly string[],
  { recordType, ignoresCase, named }: Pick<HeaderColumns, 'recordType' | 'ignoresCase' | 'named'>,
): number {
  if (typeof recordType === 'number') return recordType;
  if (recordType === null) return ABSENT;
  const fold = ignoresCase ? foldName : sameName;
  const folded = names.map(fold);
  const others =
    Object.values(named)
      .map(namesOf)
      .find((column) => column.includes(recordType)) ?? [];
  const name = [recordType, ...others].map(fold).find((column) => folded.includes(column));
  return name === undefined ? ABSENT : folded.indexOf(name);
}

function missingType(header: Pick<Header, 'recordType'>, recordType: string): Failure | null {
  if (header.recordType !== ABSENT) return null;
  return { code: 'MISSING_COLUMN', message: `the header has ${describeMissingType(recordType)}` };
}

function describeMissingType(recordType: string): string {
  return `no column ${quoted(recordType)}, which says which lines are records`;
}

function findColumns(names: readonly string[]): Map<string, { index: number; count: number }> {
  const columns = new Map<string, { index: number; count: number }>();
  names.forEach((name, index) => {
    const known = columns.get(name);
    if (known === undefined) columns.set(name, { index, count: 1 });
    else known.count++;
  });
  return columns;
}

const MAX_REPORTED_COLUMNS = 100;

function unknownIndexes(
  names: readonly string[],
  { named, recordType, ignored, ignoresCase }: HeaderColumns,
): number[] {
  const fold = ignoresCase ? foldName : sameName;
  const selecting = typeof recordType === 'string' ? [recordType] : [];
  const known = new Set<string>();
  for (const { column } of Object.values(named))
    if (typeof column === 'string') known.add(fold(column));
    else for (const name of column) known.add(fold(name));
  for (const name of [...selecting, ...ignored]) known.add(fold(name));
  const unknown: number[] = [];
  names.forEach((name, index) => {
    if (!known.has(fold(name))) unknown.push(index);
  });
  return unknown;
}

function unknownColumns(
  unknown: readonly number[],
  names: readonly string[],
  { masksUnknown }: HeaderColumns,
): Warning[] {
  const warnings = unknown.slice(0, MAX_REPORTED_COLUMNS).map((index) => ({
    code: 'UNKNOWN_COLUMN',
    message: `no field reads ${masksUnknown ? describeMasked(index, names) : `the column ${quoted(names[index] ?? '')}`}`,
  }));
  if (unknown.length > MAX_REPORTED_COLUMNS)
    warnings.push({
      code: 'UNKNOWN_COLUMN',
      message: `no field reads ${unknown.length - MAX_REPORTED_COLUMNS} more columns`,
    });
  return warnings;
}

/**
 * Describes a header column without its name. If it is the only column, the delimiter of the spec may be wrong. Then
 * the text lists the possible delimiters in the name.
 */
function describeMasked(index: number, names: readonly string[]): string {
  const [only = ''] = names.length === 1 ? names : [];
  const separators = [';', ',', '\t', '|'].filter((character) => only.includes(character));
  const contains = separators.length === 0 ? '' : `. It contains ${separators.map(quoted).join(', ')}`;
  return `column ${index + 1} of the header, whose name is withheld because the spec has a sensitive field${contains}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 100 ? text.slice(0, 100) + '…' : text);
}

const MAX_LENGTH = 64;
const MAX_CANDIDATES = 1000;
const MAX_TYPOS = 3;
/** Matches names that contain another delimiter. These are probably several columns. */
const SEVERAL = /[;,\t|]/u;

/**
 * Returns the index of the header column that is probably a misspelling of `column`, or -1 if there is none. It differs
 * only in case, blanks and punctuation, or in at most one third of its letters and at most three. `candidates` are the
 * indexes in `names` that are compared.
 */
function findSimilarColumn(column: string, names: readonly string[], candidates: readonly number[]): number {
  const wanted = simplify(column);
  let best = -1;
  let limit = Math.min(MAX_TYPOS, Math.floor(wanted.length / 3));
  for (const index of candidates.slice(0, MAX_CANDIDATES)) {
    const name = names[index] ?? '';
    if (name === '' || SEVERAL.test(name) || Math.max(name.length, wanted.length) > MAX_LENGTH) continue;
    const typos = editDistance(wanted, simplify(name), limit);
    if (typos === null) continue;
    best = index;
    if (typos === 0) break;
    limit = typos - 1;
  }
  return best;
}

function simplify(name: string): string {
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? name : letters;
}
