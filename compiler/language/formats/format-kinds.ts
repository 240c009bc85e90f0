import { mergeKeys } from '../shape/merge-keys.ts';
import { csv } from './csv/kind.ts';
import { fixedWidth } from './fixed-width/kind.ts';
import { xml } from './xml/kind.ts';

/** All file formats of the spec language. */
export const formatKinds = { CSV: csv, FIXED_WIDTH: fixedWidth, XML: xml };

/** The name of a file format. */
export type Format = keyof typeof formatKinds;

/** For each format, the keys of a field that only this format uses. */
export const fieldKeysOfFormats = {
  CSV: { keys: csv.fieldKeys },
  FIXED_WIDTH: { keys: fixedWidth.fieldKeys },
  XML: { keys: xml.fieldKeys },
};

/** The keys of a spec that the formats define, merged from all formats. */
export const formatKeys = mergeKeys(formatKinds);

/** The keys of a field that the formats define, merged from all formats. */
export const formatFieldKeys = mergeKeys(fieldKeysOfFormats);
