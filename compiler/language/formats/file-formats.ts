import { csvFile } from './csv/file.ts';
import { fixedWidthFile } from './fixed-width/file.ts';
import { jsonFile } from './json/file.ts';
import type { FileFormat } from './model/file-format.ts';
import { xlsxFile } from './xlsx/file.ts';
import { xmlFile } from './xml/file.ts';

/**
 * The files of each format. To add a format, list it here and in `format-kinds.ts`; TypeScript reports a format that only
 * one of the two lists has. This list imports nothing of the compiler, so a page can contain it.
 */
export const fileFormats = {
  CSV: csvFile,
  FIXED_WIDTH: fixedWidthFile,
  XML: xmlFile,
  JSON: jsonFile,
  XLSX: xlsxFile,
} as const satisfies Readonly<Record<string, FileFormat>>;

/** The name of a file format. */
export type Format = keyof typeof fileFormats;

/** The names of all file formats. */
// The list has no other keys.
export const formatNames = Object.keys(fileFormats) as readonly Format[];

/** Returns whether the records of types with `in` are inside of the text of the record around them. */
export function nestsRecords(format: Format): boolean {
  const file: FileFormat = fileFormats[format];
  return file.nestsRecords === true;
}

/** Returns how rejects of a spec are written; see FileFormat. */
export function rejectsOf({ format, isDocument }: { readonly format: string; readonly isDocument?: true }) {
  const { rejects, documentRejects = rejects } = findFileFormat(format);
  return isDocument === true ? documentRejects : rejects;
}

/** Returns the name of a file as its rejects have it: with another ending if they are of another kind. */
export function nameOfRejects(fileName: string): string {
  const endings = Object.values<FileFormat>(fileFormats).flatMap(({ tableEnding = [] }) => tableEnding);
  const ending = endings.find((one) => fileName.toLowerCase().endsWith(one));
  return ending === undefined ? fileName : `${fileName.slice(0, -ending.length)}.csv`;
}

/** Returns the files of a format that a module names. Throws if this version does not have the format. */
export function findFileFormat(format: string): FileFormat {
  // The module may have been compiled by another version.
  const found = (fileFormats as Readonly<Record<string, FileFormat | undefined>>)[format];
  if (found === undefined) throw new Error(`unknown format ${JSON.stringify(format)}`);
  return found;
}
