import type { CsvCharacters } from '../../kernel/csv/split-cells.ts';
import { findCodePage } from '../../kernel/input/encodings/ebcdic.ts';
import { findEncoding } from '../../kernel/input/encodings/text-decoder.ts';

/** Where the values of a spec's fields are in the text of a record. It is plain data. */
export interface RecordLayout {
  /** The encoding that the spec declares: its name in the Encoding Standard, or the name of an EBCDIC code page. */
  encoding: string;
  /** Whether records consist of lines. False for records of a fixed length without line ends. */
  hasLines: boolean;
  /** The names of the fields, in the order of the spec. */
  fields: readonly string[];
  values: ValuePlaces;
}

/**
 * - CSV: cells. `isNamed`: the header of the file determines the order of the columns. Otherwise, the columns are in the
 *   order of the fields.
 * - FIXED_WIDTH: the position of each field in characters, in the order of the spec. `start` counts from 1.
 * - XML: elements and attributes, found by the path and the value of an issue.
 */
export type ValuePlaces =
  | { kind: 'CSV'; characters: CsvCharacters; isNamed: boolean }
  | { kind: 'FIXED_WIDTH'; ranges: readonly FixedWidthRange[] }
  | { kind: 'XML' };

/** The place of a field in a fixed-width record, in characters from 1, and how a value fills it. */
export interface FixedWidthRange {
  start: number;
  length: number;
  align: 'LEFT' | 'RIGHT';
  padChar: string;
}

/** The members of a spec on which the layout depends. Each Spec has them. */
export interface LaidOutSpec {
  format: 'CSV' | 'FIXED_WIDTH' | 'XML';
  encoding?: string;
  fields: readonly {
    name: string;
    start?: number;
    length?: number;
    align?: 'LEFT' | 'RIGHT';
    padChar?: string;
  }[];
  delimiter?: string;
  quote?: string;
  escape?: string;
  hasHeader?: boolean;
  columnMatch?: 'NAME' | 'POSITION';
  lineTerminator?: 'AUTO' | 'NONE';
}

/** Returns the layout of a spec without errors. Missing keys have the defaults of the spec language. */
export function createRecordLayout(spec: LaidOutSpec): RecordLayout {
  const { encoding = 'utf-8' } = spec;
  return {
    encoding: findCodePage(encoding) ?? findEncoding(encoding) ?? encoding,
    hasLines: spec.format !== 'FIXED_WIDTH' || spec.lineTerminator !== 'NONE',
    fields: spec.fields.map(({ name }) => name),
    values: placesOf(spec),
  };
}

function placesOf(spec: LaidOutSpec): ValuePlaces {
  switch (spec.format) {
    case 'CSV': {
      const { delimiter = ',', quote = '"', hasHeader = true } = spec;
      const isNamed = (spec.columnMatch ?? (hasHeader ? 'NAME' : 'POSITION')) === 'NAME';
      return { kind: 'CSV', characters: { delimiter, quote, escape: spec.escape ?? quote }, isNamed };
    }
    case 'FIXED_WIDTH':
      return {
        kind: 'FIXED_WIDTH',
        ranges: spec.fields.map(({ start = 1, length = 1, align = 'LEFT', padChar = ' ' }) => ({
          start,
          length,
          align,
          padChar,
        })),
      };
    case 'XML':
      return { kind: 'XML' };
    default:
      return spec.format satisfies never;
  }
}
