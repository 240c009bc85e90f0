/**
 * In which order a run publishes its records. FILE: in the order of the file. NONE: a large file may be divided into
 * pieces, which several instances publish at the same time.
 */
export type Ordering = 'FILE' | 'NONE';

/** All values of Ordering. The first one is the default. */
export const ORDERINGS: readonly Ordering[] = ['FILE', 'NONE'];
