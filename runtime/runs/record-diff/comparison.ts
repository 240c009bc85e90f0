import type { ShownFields } from '../../../compiler/index.ts';

/** What the comparison of records needs to know about the fields of the two versions. */
export interface Comparison {
  /** The fields that both versions have, and those whose values must be masked. */
  readonly fields: ShownFields;
  /** The names of the fields that form the message key, in each version. */
  readonly keyFields: { readonly old: readonly string[]; readonly new: readonly string[] };
}
