import { boolean, optional } from '../../shape/create-shape.ts';
import type { FormatSpec } from '../model/format-kind.ts';
import { lineKeys, onNoRecords } from '../model/line-keys.ts';
import { recordPath } from '../model/record-path.ts';

/** The keys of a spec that apply to JSON. */
export const jsonKeys = {
  onNoRecords,
  recordPath,
  recordWhen: lineKeys.recordWhen,
  lenient: optional(
    boolean(
      'JSON: whether a string is read as the number that it contains, where a number is declared. Default: `false`, it is TYPE_MISMATCH.',
    ),
  ),
};

/** A JSON spec, limited to its fields and the keys that apply to JSON. */
export type JsonSpec = FormatSpec<typeof jsonKeys>;
