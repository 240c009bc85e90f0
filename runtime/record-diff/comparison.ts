import type { ShownFields } from '../../compiler/index.ts';

/** What is needed to compare the records of a file. */
export interface Comparison {
  readonly fields: ShownFields;
  /** The fields of the message key in each version. */
  readonly keyFields: { readonly old: readonly string[]; readonly new: readonly string[] };
}
