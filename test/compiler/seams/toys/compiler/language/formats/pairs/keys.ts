import { character, optional } from '../../shape/create-shape.ts';
import type { FormatSpec } from '../model/format-kind.ts';
import { onNoRecords } from '../model/line-keys.ts';

/** The keys of a spec that apply to PAIRS. */
export const pairsKeys = {
  onNoRecords,
  pairSeparator: optional(character('PAIRS: the character between pairs. Default: `;`.')),
};

/** A PAIRS spec, limited to its fields and the keys that apply to PAIRS. */
export type PairsSpec = FormatSpec<typeof pairsKeys>;
