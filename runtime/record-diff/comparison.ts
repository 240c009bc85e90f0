import type { ShownFields } from '../../compiler/index.ts';

/** The fields of the two versions, as the comparison of records needs them. */
export interface Comparison {
  readonly fields: ShownFields;
  /** The names of the fields that form the message key, in each version. */
  readonly keyFields: { readonly old: readonly string[]; readonly new: readonly string[] };
}
