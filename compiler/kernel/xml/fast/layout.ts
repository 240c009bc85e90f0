import type { PassedRecords } from './record-lines.ts';
import type { XmlShapes } from './templates/tag-templates.ts';

/** What an XML source tells a fast reader. */
export interface XmlLayout {
  shapes: XmlShapes;
  /** The texts of the fields that stand before the records; the same object as long as nothing changes. */
  above: readonly (string | undefined)[];
  /** What the reader has gone through. */
  passed: PassedRecords;
}
