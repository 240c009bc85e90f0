import { viewRecordTypes } from '../1-read/record-views.ts';
import type { RecordTypesSpec } from '../1-read/spec-shape.ts';
import type { Header } from '../kernel/csv/header.ts';
import { createRecordLayout } from './record-layout.ts';
import { createValueLocator, type ValueLocator } from './value-locator.ts';

/**
 * Returns a function that returns the locator for the records of a type, by its name. For a record of no type, the
 * locator finds no value. `state` is that of createValueLocator(). A field that is copied from another record has no
 * range.
 */
export function createTypeLocators(
  spec: RecordTypesSpec,
  state: unknown,
): (recordType: string | undefined) => ValueLocator {
  const locators = new Map(
    viewRecordTypes(spec).map((view, index): [string | undefined, ValueLocator] => {
      const fields = view.fields.filter(({ from }) => from === undefined);
      const layout = createRecordLayout({ ...view, fields });
      const locator = createValueLocator(layout, stateOfType(state, index));
      return [spec.recordTypes[index]?.name, spec.continuation === undefined ? locator : locateInLines(locator)];
    }),
  );
  const { recordTypes: _, ...settings } = spec;
  const unknown = createValueLocator(createRecordLayout({ ...settings, fields: [] }), state);
  return (recordType) => locators.get(recordType) ?? unknown;
}

/** Returns a locator that finds values only in records without continuation lines. */
function locateInLines(locator: ValueLocator): ValueLocator {
  const isJoined = (record: string) => /[\r\n](?![\r\n]*$)/.test(record);
  return {
    hasLines: locator.hasLines,
    decode: locator.decode,
    locate: (record, issues) => (isJoined(record) ? issues.map(() => null) : locator.locate(record, issues)),
    locateCells: (record) => (isJoined(record) ? null : locator.locateCells(record)),
  };
}

/** Returns the state with the columns of one type. The header has those of all types, as `<index of the type>.<field>`. */
function stateOfType(state: unknown, type: number): unknown {
  // The cast is safe: the reader of this spec created the state; see LineState of the kernel.
  const { header = null, ...rest } = (state ?? {}) as { header?: Header | null };
  if (header === null) return rest;
  const at = Object.entries(header.at).filter(([key]) => key.startsWith(`${type}.`));
  return { ...rest, header: { ...header, at: Object.fromEntries(at) } };
}
