import type { RecordTypesSpec } from '../../pipeline/1-read/spec-shape.ts';
import { createFileLayout, createFileLocators } from './file-layout.ts';
import type { ValueLocator } from './value-locator.ts';

/**
 * Returns a function that returns the locator for the records of a type, by its name. For a record of no type, the
 * locator finds no value. `state` is that of createValueLocator(). A field that is copied from another record has no
 * range.
 */
export function createTypeLocators(
  spec: RecordTypesSpec,
  state: unknown,
): (recordType: string | undefined) => ValueLocator {
  const find = createFileLocators(createFileLayout(spec), state);
  return (recordType) => find(recordType).locator;
}
