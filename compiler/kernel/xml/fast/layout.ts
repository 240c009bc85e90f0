import type { RecordLineCounter } from './record-line-counter.ts';
import type { TagTemplates } from './templates/tag-templates.ts';

/** The information that an XML record source passes to its fast reader. */
export interface XmlLayout {
  templates: TagTemplates;
  /**
   * The inherited texts: values before the records that each of them repeats, by field. The same object while they do
   * not change.
   */
  inherited: readonly (string | undefined)[];
  /** Counts the lines of accepted records. */
  lines: RecordLineCounter;
}
