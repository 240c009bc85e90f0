import { mergeKeys } from '../shape/merge-keys.ts';
import { csv } from './csv/kind.ts';
import type { Format } from './file-formats.ts';
import { fixedWidth } from './fixed-width/kind.ts';
import { json } from './json/kind.ts';
import type { FormatKind } from './model/format-kind.ts';
import { xlsx } from './xlsx/kind.ts';
import { xml } from './xml/kind.ts';

/** All file formats of the spec language. */
export const formatKinds = {
  CSV: csv,
  FIXED_WIDTH: fixedWidth,
  XML: xml,
  JSON: json,
  XLSX: xlsx,
} as const satisfies Readonly<Record<Format, FormatKind>>;

/** For each format, the keys of a field that only this format uses. */
// The cast is safe: the object has a member for each kind.
export const fieldKeysOfFormats = Object.fromEntries(
  Object.entries(formatKinds).map(([format, { fieldKeys }]) => [format, { keys: fieldKeys }]),
) as { readonly [F in Format]: { readonly keys: (typeof formatKinds)[F]['fieldKeys'] } };

/** Returns whether a key of a spec applies to a format. */
export function hasKey(format: Format, key: keyof typeof formatKeys): boolean {
  return Object.hasOwn(formatKinds[format].keys, key);
}

/** Returns whether paths select the records of each type, and not values of lines. */
export function selectsByPath(format: Format): boolean {
  const { structure, typesByPath }: FormatKind = formatKinds[format];
  return structure === 'TREE' || typesByPath !== undefined;
}

/** Returns whether the values of columns select the records of each type, and not those of characters or paths. */
export function selectsByColumn(format: Format): boolean {
  return hasKey(format, 'columnMatch');
}

/** The keys of a spec that the formats define, merged from all formats. */
export const formatKeys = mergeKeys(formatKinds);

/** The keys of a field that the formats define, merged from all formats. */
export const formatFieldKeys = mergeKeys(fieldKeysOfFormats);
