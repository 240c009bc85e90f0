import type { RecordLineCounter } from './record-lines.ts';
import type { TagTemplates } from './templates/tag-templates.ts';

/** What an XML source tells a fast reader. */
export interface XmlLayout {
  shapes: TagTemplates;
  /** The texts of the fields that stand before the records; the same object as long as nothing changes. */
  above: readonly (string | undefined)[];
  /** What the reader has gone through. */
  passed: RecordLineCounter;
}
