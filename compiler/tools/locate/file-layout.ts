import { hasPlace } from '../../pipeline/1-read/computed-fields.ts';
import { hasRecordTypes, viewRecordTypes } from '../../pipeline/1-read/record-views.ts';
import type { AnySpec, Spec } from '../../pipeline/1-read/spec-shape.ts';
import type { Header } from '../../kernel/csv/header.ts';
import { createRecordLayout, type RecordLayout } from './record-layout.ts';
import { createValueLocator, type ValueLocator } from './value-locator.ts';

/** Where the values are in the records of a file. It is plain data. */
export interface FileLayout {
  /** The layout of all records. With several types, it has no fields: the layout of a record of no type. */
  records: RecordLayout;
  /** The layouts of the types, in the order of the spec. Empty if the spec has one type. */
  types: readonly { name: string; records: RecordLayout }[];
  /** Whether a record can have further lines. Then only records of one line have values to find. */
  hasContinuation: boolean;
}

/** Returns the layout of the files of a spec without errors. Copied fields are not in their records. */
export function createFileLayout(spec: AnySpec): FileLayout {
  if (!hasRecordTypes(spec)) return { records: createRecordLayout(placed(spec)), types: [], hasContinuation: false };
  const { recordTypes, ...settings } = spec;
  const types = viewRecordTypes(spec).map((view, index) => {
    return { name: recordTypes[index]?.name ?? '', records: createRecordLayout(placed(view)) };
  });
  return {
    records: createRecordLayout({ ...settings, fields: [] }),
    types,
    hasContinuation: spec.continuation !== undefined,
  };
}

/** Returns a spec with only the fields that have a place in the records. */
function placed(spec: Spec): Spec {
  return { ...spec, fields: spec.fields.filter(hasPlace) };
}

/** The layout of the records of a type, and the locator of their values. */
export interface TypeLocator {
  readonly layout: RecordLayout;
  readonly locator: ValueLocator;
}

/**
 * Returns a function that returns the locator for the records of a type, by its name. For a record of no type, the
 * locator finds no value. `state` is that of createValueLocator().
 */
export function createFileLocators(
  { records, types, hasContinuation }: FileLayout,
  state: unknown,
): (recordType: string | undefined) => TypeLocator {
  const locators = new Map(
    types.map(({ name, records: layout }, index): [string | undefined, TypeLocator] => {
      const locator = createValueLocator(layout, stateOfType(state, index));
      return [name, { layout, locator: hasContinuation ? locateInLines(locator) : locator }];
    }),
  );
  const others = { layout: records, locator: createValueLocator(records, state) };
  return (recordType) => locators.get(recordType) ?? others;
}

/** Returns a locator that finds values only in records without continuation lines. */
function locateInLines(locator: ValueLocator): ValueLocator {
  const isJoined = (record: string) => /[\r\n](?![\r\n]*$)/.test(record);
  return {
    hasLines: locator.hasLines,
    hasCells: locator.hasCells,
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
