import type { OnNoRecords } from '../model/no-records.ts';
import type { Failure, Severity, Warning } from '../model/contract.ts';
import { utf8Length } from '../values/text.ts';
import type { CharacterWidth } from './character-width.ts';
import {
  cellInSlices,
  createFixedWidthLine,
  type FixedWidthLine,
  isInsideCharacter,
  lineLength,
  sliceCharacters,
} from './line.ts';
import { type CellCondition, createCellTest } from '../lines/cell-condition.ts';
import type { LineTypeParser, OpenRecord } from '../lines/joining-parser.ts';
import type { LineSettings } from '../lines/line-format.ts';
import type { StructureIssue } from '../model/record-source.ts';

/** A condition for the text at these characters. `start` counts from 1. */
export interface CharacterCondition extends CellCondition {
  readonly start: number;
  readonly length: number;
}

/** The values of the lines that a setting selects, at these characters. `start` counts from 1. */
export interface CharacterValues {
  readonly start: number;
  readonly length: number;
  readonly values: readonly string[];
  /** The conditions that must all hold, instead of the values. Absent: the values select. */
  readonly all?: readonly CharacterCondition[];
}

/**
 * The settings for reading a fixed-width file. All defaults are set. Positions and lengths are in code points, or with
 * `widthOf` in bytes of the encoding.
 */
export interface FixedWidthDialect extends LineSettings {
  /** Whether the first line is a header, which is skipped. */
  hasHeader: boolean;
  /** Whether a record that equals the header is another line. Default: false. */
  skipsRepeatedHeader?: boolean;
  skipBlankLines: boolean;
  /**
   * The minimum length of a record. If records are lines, they must reach the start of the last field. Records without
   * line ends must have their full length.
   */
  minLength: number;
  /** The maximum length of a record. Records without line ends have exactly this length. */
  maxLength: number;
  /**
   * The severity of the issue for a record that is too long (`onExtraColumns`) or too short (`onMissingColumns`). Null:
   * no issue.
   */
  onExtraColumns: Severity | null;
  onMissingColumns: Severity | null;
  /**
   * The severity of the issue for a record that is shorter than `maxLength`. Null: no issue. Absent: such records are
   * read, and a warning counts them.
   */
  onShortRecord?: Severity | null;
  onNoRecords: OnNoRecords;
  /**
   * Selects the lines that are records: they contain one of the values at these characters. `start` counts from 1.
   * Null: all lines are records.
   */
  recordWhen: CharacterValues | null;
  /** Counts the bytes of a character. Absent: positions are code points. */
  widthOf?: CharacterWidth;
  /** The positions, from 0, at which fields and values that select the line begin and end, if positions are bytes. Default: none. */
  edges?: readonly number[];
  /** The record types, in the order of the spec. Absent: all records have one type. */
  types?: readonly FixedWidthType[];
  /** Whether lines of no type are other lines instead of records. */
  skipsUnknown?: boolean;
  /** Selects the lines that continue the record before them. Absent: there are none. */
  continuation?: CharacterValues;
  /** Selects the lines that only fill the file. Absent: there are none. */
  filler?: CharacterValues;
}

/** Parses lines whose fields are at fixed characters. */
export class FixedWidthLineParser implements LineTypeParser<FixedWidthLine> {
  raw: FixedWidthLine = { text: '', characters: null, slices: [] };
  recordType = UNKNOWN;
  readonly #dialect: FixedWidthDialect;
  readonly #recordValues: ReadonlySet<string>;
  readonly #typeFinder: FixedWidthTypeFinder | null;
  readonly #tests: Readonly<Record<'recordWhen' | 'continuation' | 'filler', LineTest | null>>;

  constructor(dialect: FixedWidthDialect) {
    this.#dialect = dialect;
    this.#recordValues = new Set(dialect.recordWhen?.values);
    this.#tests = {
      recordWhen: createLineTest(dialect.recordWhen?.all, dialect.widthOf),
      continuation: createLineTest(dialect.continuation?.all, dialect.widthOf),
      filler: createLineTest(dialect.filler?.all, dialect.widthOf),
    };
    this.#typeFinder = dialect.types === undefined ? null : new FixedWidthTypeFinder(dialect.types, dialect.widthOf);
  }

  parse(text: string): void {
    this.raw = createFixedWidthLine(text, this.#dialect.widthOf);
    this.recordType = this.#typeFinder?.findType(this.raw) ?? UNKNOWN;
  }

  /** Known if each field has a place: `readRecord` slices the cells of all fields in the order of the spec. */
  cellOf(line: FixedWidthLine, key: string, keys: readonly string[]): string | null | undefined {
    return cellInSlices(line, key, keys);
  }

  isRecord(isMalformed: boolean): boolean {
    const { recordWhen, skipsUnknown = false } = this.#dialect;
    if (skipsUnknown && this.recordType === UNKNOWN && !isMalformed) return false;
    if (recordWhen === null) return true;
    if ((recordWhen.all ?? [recordWhen]).some((place) => isCut(this.raw, place))) return true;
    if (this.#tests.recordWhen !== null) return this.#tests.recordWhen(this.raw, isMalformed);
    const { start, length } = recordWhen;
    const cell = sliceCharacters(this.raw, start, length);
    return (
      (this.#recordValues.has(cell) && lineLength(this.raw) >= start + length - 1) ||
      (isMalformed && cell.includes('\ufffd'))
    );
  }

  isContinuation(): boolean {
    const { continuation } = this.#tests;
    return continuation === null ? isSelected(this.raw, this.#dialect.continuation) : continuation(this.raw, false);
  }

  isFiller(): boolean {
    const { filler } = this.#tests;
    return filler === null ? isSelected(this.raw, this.#dialect.filler) : filler(this.raw, false);
  }

  openRecord(): OpenRecord<FixedWidthLine> {
    const texts = [this.raw.text];
    const { start = 1, length = 0 } = this.#dialect.continuation ?? {};
    return {
      append: (line) => void texts.push(sliceCharacters(line, start + length, Infinity)),
      finish: () => createFixedWidthLine(texts.join(''), this.#dialect.widthOf),
    };
  }

  checkStructure(): StructureIssue | null {
    return this.checkRecord(this.recordType, this.raw);
  }

  checkRecord(type: number, record: FixedWidthLine): StructureIssue | null {
    const length = lineLength(record);
    const { types, onExtraColumns, onMissingColumns, onShortRecord } = this.#dialect;
    const { minLength, maxLength, edges = [] } = types?.[type] ?? this.#dialect;
    const cut = this.#cutOf(record, edges);
    if (cut !== undefined)
      return faultOf(
        'FATAL',
        'INVALID_ENCODING',
        `byte ${cut + 1}, at which a field or a value that selects the line begins or ends, is inside of a character`,
      );
    if (onShortRecord !== undefined && length < maxLength && maxLength < Infinity)
      return onShortRecord === null
        ? null
        : faultOf(
            onShortRecord,
            'RECORD_TOO_SHORT',
            `the record has ${this.#count(length)} instead of ${maxLength}${this.#describeBytes(record, maxLength)}`,
          );
    if (length < minLength)
      return faultOf(
        onMissingColumns,
        'RECORD_TOO_SHORT',
        `the record has ${this.#count(length)}; it needs at least ${minLength}${this.#describeShort(record, minLength, maxLength)}`,
      );
    if (length > maxLength && !(onShortRecord === null && hasOnlyBlanksAfter(record, maxLength)))
      return faultOf(
        onExtraColumns,
        'TOO_MANY_COLUMNS',
        `the record has ${this.#count(length)}; it may have at most ${maxLength}${hasOnlyBlanksAfter(record, maxLength) ? ONLY_BLANKS : ''}`,
      );
    return null;
  }

  /** Returns a position at which a field begins or ends, or that selects the line, and that is inside of a character. */
  #cutOf(record: FixedWidthLine, edges: readonly number[] = []): number | undefined {
    return edges.find((edge) => isInsideCharacter(record, edge));
  }

  /** Returns what a record that is too short may be. */
  #describeShort(record: FixedWidthLine, minLength: number, maxLength: number): string {
    const bytes = this.#describeBytes(record, maxLength);
    if (bytes !== '') return bytes;
    // Records without line ends have one length, so that their sender cannot leave out blanks.
    const isPadded = minLength < maxLength && maxLength < Infinity && this.#dialect.onShortRecord === undefined;
    return isPadded ? PADDED : '';
  }

  /** Returns a hint if a record that has too few characters has as many bytes of UTF-8 as it should have characters. */
  #describeBytes({ text }: FixedWidthLine, length: number): string {
    if (this.#dialect.widthOf !== undefined || text.length > length) return '';
    return utf8Length(text) === length ? IN_BYTES : '';
  }

  #count(length: number): string {
    const unit = this.#dialect.widthOf === undefined ? 'character' : 'byte';
    return length === 1 ? `1 ${unit}` : `${length} ${unit}s`;
  }

  isShort(): boolean {
    return this.isRecordShort(this.recordType, this.raw);
  }

  /** Returns whether a record is shorter than its length in the spec, and no setting says what that means. */
  isRecordShort(type: number, record: FixedWidthLine): boolean {
    const { types, onShortRecord } = this.#dialect;
    const { maxLength } = types?.[type] ?? this.#dialect;
    return onShortRecord === undefined && maxLength < Infinity && lineLength(record) < maxLength;
  }

  readHeader(): { warnings: readonly Warning[]; failure: Failure | null } {
    return { warnings: [], failure: null };
  }

  header(): null {
    return null;
  }

  /** Returns a constant, because the positions of fields depend only on the spec. */
  layout(): 'PLACES' {
    return 'PLACES';
  }
}

/** Returns whether a line satisfies all conditions. In a malformed line, a replacement character satisfies each. */
type LineTest = (line: FixedWidthLine, isMalformed: boolean) => boolean;

function createLineTest(
  conditions: readonly CharacterCondition[] | undefined,
  widthOf: CharacterWidth | undefined,
): LineTest | null {
  if (conditions === undefined) return null;
  const tests = conditions.map((condition) => ({ ...condition, test: createCellTest(ofLength(condition, widthOf)) }));
  return (line, isMalformed) =>
    tests.every(({ start, length, test }) => {
      const cell = sliceCharacters(line, start, length);
      return test(cell) || (isMalformed && cell.includes('\ufffd'));
    });
}

/** Returns whether a place begins or ends inside of a character. Such a line is a record, so that none is lost silently. */
function isCut(line: FixedWidthLine, { start, length }: Pick<CharacterValues, 'start' | 'length'>): boolean {
  return isInsideCharacter(line, start - 1) || isInsideCharacter(line, start - 1 + length);
}

/** A value with another length is never selected, not even at the end of a line. */
function ofLength(
  { length, values = [], ...others }: CharacterCondition,
  widthOf: CharacterWidth | undefined,
): CellCondition {
  const lengthOf = (value: string) => lineLength(createFixedWidthLine(value, widthOf));
  return { ...others, values: values.filter((value) => lengthOf(value) === length) };
}

/** Returns whether a line has one of the values. */
function isSelected(line: FixedWidthLine, selected: CharacterValues | undefined): boolean {
  return selected?.values.includes(sliceCharacters(line, selected.start, selected.length)) === true;
}

/** Returns whether only blanks follow the first `length` characters of a record. */
function hasOnlyBlanksAfter(record: FixedWidthLine, length: number): boolean {
  return /^ *$/u.test(sliceCharacters(record, length + 1, Infinity));
}

const PADDED = '. Set onShortRecord: PAD if the sender leaves out blanks at the end';
const ONLY_BLANKS = ', and only blanks follow. onShortRecord: PAD ignores these';
const IN_BYTES = '. It has as many bytes as it should have characters: set positions: BYTES if the sender counts bytes';

function faultOf(severity: Severity | null, code: string, message: string): StructureIssue {
  return { severity, code, message };
}

/** How lines of one record type are recognized, and how long they may be. Lengths are in code points. */
interface FixedWidthType {
  /** The values at these characters, from 1, that select the type. Null: all lines that no other type selects. */
  readonly when: CharacterValues | null;
  readonly minLength: number;
  readonly maxLength: number;
  /** The positions, from 0, at which its fields begin and end, if positions are bytes. Default: none. */
  readonly edges?: readonly number[];
}

/** The types that lines select by their characters at one place. */
interface Place {
  readonly start: number;
  readonly length: number;
  /** The index of the type by the text at this place. */
  readonly types: ReadonlyMap<string, number>;
}

/** The result of `findType` if no type selects a line. */
const UNKNOWN = -1;

/** Finds the record type of a line by its characters. */
class FixedWidthTypeFinder {
  readonly #places: readonly Place[];
  /** The types that conditions select. */
  readonly #tests: readonly { readonly type: number; readonly test: LineTest }[];
  readonly #fallback: number;

  constructor(types: readonly FixedWidthType[], widthOf: CharacterWidth | undefined) {
    this.#fallback = types.findIndex(({ when }) => when === null);
    this.#tests = types.flatMap(({ when }, type) => {
      const test = createLineTest(when?.all, widthOf);
      return test === null ? [] : [{ type, test }];
    });
    const places = new Map<string, Place & { types: Map<string, number> }>();
    for (const [index, { when }] of types.entries()) {
      if (when === null || when.all !== undefined) continue;
      const key = `${when.start} ${when.length}`;
      const place = places.get(key) ?? { start: when.start, length: when.length, types: new Map<string, number>() };
      places.set(key, place);
      for (const value of when.values) place.types.set(value, index);
    }
    this.#places = [...places.values()];
  }

  /** Returns the index of the type of a line, or UNKNOWN. */
  findType(line: FixedWidthLine): number {
    for (const { start, length, types } of this.#places) {
      const type = types.get(sliceCharacters(line, start, length));
      if (type !== undefined) return type;
    }
    return this.#tests.find(({ test }) => test(line, false))?.type ?? this.#fallback;
  }
}
