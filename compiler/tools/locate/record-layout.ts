import { findCodePage } from '../../kernel/input/encodings/ebcdic.ts';
import { findEncoding } from '../../kernel/input/encodings/text-decoder.ts';
import { type Format, fileFormats } from '../../language/formats/file-formats.ts';
import type { FormatSpec } from '../../language/formats/model/format-kind.ts';

/** Where the values of a spec's fields are in the text of a record. It is plain data. */
export interface RecordLayout {
  format: Format;
  /** The encoding that the spec declares: its name in the Encoding Standard, or the name of an EBCDIC code page. */
  encoding: string;
  /** Whether records consist of lines. False for records of a fixed length without line ends. */
  hasLines: boolean;
  /** The names of the fields, in the order of the spec. */
  fields: readonly string[];
  /** Where the format finds the values; see `places` of FileFormat. */
  places: unknown;
}

/** The members of a spec on which the layout depends. Each Spec has them. */
export type LaidOutSpec = FormatSpec & { readonly format: Format; readonly encoding?: string };

/** Returns the layout of a spec without errors. Missing keys have the defaults of the spec language. */
export function createRecordLayout(spec: LaidOutSpec): RecordLayout {
  const { format, encoding = 'utf-8' } = spec;
  const file = fileFormats[format];
  return {
    format,
    encoding: findCodePage(encoding) ?? findEncoding(encoding) ?? encoding,
    hasLines: file.hasLines(spec),
    fields: spec.fields.map(({ name }) => name),
    places: file.places(spec),
  };
}

/**
 * Returns the value of a cell: without the quotes and escapes of CSV, or the padding of a fixed-width column. `field` is
 * the index of the field in the spec.
 */
export function readCellValue(cell: string, field: number, { format, places }: RecordLayout): string {
  return fileFormats[format].readCell(cell, field, places);
}
