import type { RecordLineCounter } from './record-line-counter.ts';
import type { TagTemplates } from './templates/tag-templates.ts';

/** What an XML source tells a fast reader. */
export interface XmlLayout {
  templates: TagTemplates;
  /** The texts of the fields that stand before the records; the same object as long as nothing changes. */
  inherited: readonly (string | undefined)[];
  /** What the reader has gone through. */
  lines: RecordLineCounter;
}
