import type { RecordLineCounter } from './record-line-counter.ts';
import type { TagTemplates } from './templates/tag-templates.ts';

/** The data that an XML record source passes to its fast reader as `FastRange.layout`. */
export interface XmlLayout {
  templates: TagTemplates;
  /**
   * The inherited texts, by field index. An inherited text comes from outside the records, and is the value of a field
   * in each record that follows. Undefined if a field inherits none. The array is replaced when a text changes.
   */
  inherited: readonly (string | undefined)[];
  /** Whether the path of each field has matched, as 0 or 1. */
  matched: Uint8Array;
  /** Counts the lines of accepted records. */
  lines: RecordLineCounter;
  /** The type of the innermost record whose element is open around the range. -1: there is none. */
  around: number;
}
