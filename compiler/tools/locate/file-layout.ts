import { hasPlace } from '../../pipeline/1-read/computed-fields.ts';
import { hasRecordTypes, viewRecordTypes } from '../../pipeline/1-read/record-views.ts';
import type { AnySpec, RecordType, RecordTypesSpec, Spec } from '../../pipeline/1-read/spec-shape.ts';
import type { Header } from '../../kernel/csv/header.ts';
import { DEFAULT_NAMING, nameInGroup } from '../../kernel/repeats/repeat.ts';
import { fileFormats, nestsRecords } from '../../language/formats/file-formats.ts';
import { columnNamesOf } from '../../language/formats/model/column-names.ts';
import { createRecordLayout, type RecordLayout } from './record-layout.ts';
import { createValueLocator, type ValueLocator } from './value-locator.ts';

/** Where the values are in the records of a file. It is plain data. */
export interface FileLayout {
  /** The layout of all records. With several types, it has no fields: the layout of a record of no type. */
  records: RecordLayout;
  /** The layouts of the types, in the order of the spec. Empty if the spec has one type. */
  types: readonly LaidOutType[];
  /** Whether a record can have further lines. Then only records of one line have values to find. */
  hasContinuation: boolean;
}

/** Where the values of a type are. `group`: its records are groups of values in other records. Null: they are none. */
interface LaidOutType {
  name: string;
  records: RecordLayout;
  group: LaidOutGroup | null;
}

/** Where groups are, and the names of the columns that issues have. */
interface LaidOutGroup {
  times: number;
  naming: string;
  /** The names without the number of the group, for each field of the layout. */
  columns: readonly (readonly string[])[];
  /** The place of the first group, in characters or columns from 0, and the size of each. Null: it is not known. */
  place: { first: number; length: number } | null;
}

/** Returns the layout of the files of a spec without errors. Copied fields are not in their records. */
export function createFileLayout(spec: AnySpec): FileLayout {
  if (!hasRecordTypes(spec)) return { records: createRecordLayout(placed(spec)), types: [], hasContinuation: false };
  const { recordTypes, ...settings } = spec;
  const types = viewRecordTypes(spec).map((view, index) => {
    const type = recordTypes[index];
    // A record inside of the text of another one is not found in it, so its values are not, either.
    const isInside = type?.in !== undefined && type.when?.path !== undefined && nestsRecords(view.format);
    return {
      name: type?.name ?? '',
      records: createRecordLayout(isInside ? { ...view, fields: [] } : placed(view)),
      group: type === undefined ? null : layOutGroup(type, spec),
    };
  });
  return {
    records: createRecordLayout({ ...settings, fields: [] }),
    types,
    hasContinuation: spec.continuation !== undefined,
  };
}

function layOutGroup(
  { fields, repeat, in: parent }: RecordType,
  { recordTypes }: RecordTypesSpec,
): LaidOutGroup | null {
  if (repeat === undefined) return null;
  const { times, naming = DEFAULT_NAMING, start, length } = repeat;
  const own = fields.filter(hasPlace);
  // Where a group in a group begins depends on the number of the outer one, which is not known.
  const isNested = recordTypes.some((type) => type.name === parent && type.repeat !== undefined);
  const place = isNested || start === undefined ? null : { first: start - 1, length: length ?? own.length };
  return { times, naming, columns: own.map(columnNamesOf), place };
}

/** Returns a spec with only the fields that have a place in the records. */
function placed(spec: Spec): Spec {
  return { ...spec, fields: spec.fields.filter(hasPlace) };
}

/** The layout of the records of a type, and the locator of their values. */
export interface TypeLocator {
  readonly layout: RecordLayout;
  readonly locator: ValueLocator;
  /** The state of the reader for records of the type. */
  readonly state: unknown;
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
    types.map(({ name, records: layout, group }, index): [string | undefined, TypeLocator] => {
      const own = stateOfType(state, `${index}.`);
      const locator = createValueLocator(layout, own);
      if (group !== null) {
        const places = createGroupLocators(layout, group, (number) => stateOfType(state, `${index}.${number}.`));
        return [name, { layout, locator: locateInGroups(locator, group, places), state: own }];
      }
      return [name, { layout, locator: hasContinuation ? locateInLines(locator) : locator, state: own }];
    }),
  );
  const others = { layout: records, locator: createValueLocator(records, state), state };
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
    findMissingText: (record) => (isJoined(record) ? null : locator.findMissingText(record)),
  };
}

/** Returns a function that returns the locator for the values of a group, by its number from 1. Null: they are not found. */
function createGroupLocators(
  layout: RecordLayout,
  { place }: LaidOutGroup,
  stateOf: (number: number) => unknown,
): (number: number) => ValueLocator | null {
  const { movePlaces } = fileFormats[layout.format];
  return (number) => {
    const by = place === null ? 0 : place.first + (number - 1) * place.length;
    const moved = movePlaces?.(layout.places, by);
    if (moved === undefined || (place === null && !moved.isNamed)) return null;
    return createValueLocator({ ...layout, places: moved.places }, stateOf(number));
  };
}

/** Returns a locator that finds only values with an issue: the name of its column contains the number of the group. */
function locateInGroups(
  locator: ValueLocator,
  { times, naming, columns }: LaidOutGroup,
  find: (number: number) => ValueLocator | null,
): ValueLocator {
  const numbers = new Map<string, number>();
  for (let number = 1; number <= times; number++)
    for (const column of columns.flat()) numbers.set(nameInGroup({ naming }, column, number), number);
  return {
    ...locator,
    hasCells: false,
    locate: (record, issues) =>
      issues.map((issue) => find(numbers.get(issue.column ?? '') ?? 0)?.locate(record, [issue])[0] ?? null),
    locateCells: () => null,
    findMissingText: () => null,
  };
}

/** Returns the state with the columns of one type or group. The header has those of all, as `<index of the type>.<field>`. */
function stateOfType(state: unknown, prefix: string): unknown {
  // The cast is safe: the reader of this spec created the state; see LineState of the kernel.
  const { header, ...rest } = (state ?? {}) as { header?: Header | { readonly at?: undefined } | null };
  // In lines of JSON, the state of a header has no columns.
  if (header?.at === undefined) return rest;
  const at = Object.entries(header.at).filter(([key]) => key.startsWith(prefix));
  return { ...rest, header: { ...header, at: Object.fromEntries(at) } };
}
