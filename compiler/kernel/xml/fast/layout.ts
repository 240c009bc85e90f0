import type { RecordLineCounter } from './record-line-counter.ts';
import type { TagTemplates } from './templates/tag-templates.ts';

/** The data that an XML record source passes to its fast reader as `FastRange.layout`. */
export interface XmlLayout {
  templates: TagTemplates;
  /**
   * The inherited texts, by field index: texts from outside the records that each record repeats. Undefined if a field
   * inherits none. It is the same array as long as no text changes.
   */
  inherited: readonly (string | undefined)[];
  /** Counts the lines of accepted records. */
  lines: RecordLineCounter;
}
