import { encodingOf } from '../model/samples/encode-text.ts';
import type { Cell, WrittenRecord } from '../model/samples/file-writer.ts';
import type { NestedWriter, PlannedType } from '../model/format-kind.ts';
import type { SampleNode } from '../model/samples/sample-node.ts';
import type { JsonSpec } from './keys.ts';
import type { JsonPlan } from './plan.ts';
import { type PathRecords, writePaths } from './sample-paths.ts';
import {
  createAround,
  createRoot,
  isList,
  type Place,
  selectingTexts,
  tokensOf,
  writeRecords,
  writeValue,
} from './sample-writer.ts';

/** A place in a record that may have the records of another type. */
interface NestedPlace extends Place {
  /** The records of a type, as items of a list or as one object. Absent: it has none. */
  records?: { readonly type: number; readonly isList: boolean };
  readonly children: Map<string, NestedPlace>;
}

/** Creates a writer of records with others in them. Returns null if they cannot be written; see createJsonWriter. */
export function createNestedJsonWriter(spec: JsonSpec, types: readonly PlannedType<JsonPlan>[]): NestedWriter | null {
  const encode = encodingOf(spec.encoding ?? 'utf-8');
  const isOfFile = (type: PlannedType<JsonPlan> | undefined) =>
    type !== undefined && (type.in === undefined || type.formatPlan.recordPath === null);
  const plan = types.find(isOfFile)?.formatPlan;
  const paths = new Set(types.filter(isOfFile).map(({ formatPlan }) => JSON.stringify(formatPlan.recordPath)));
  const hasPaths = paths.size > 1;
  // A value at a path without * occurs once, and samples need several records of each type.
  if (hasPaths && types.some((type) => isOfFile(type) && type.formatPlan.recordPath?.at(-1) !== '*')) return null;
  const pathOf = new WeakMap<WrittenRecord, readonly string[]>();
  const around = plan === undefined ? null : createAround(plan, encode);
  const places = types.map((type) => createRoot(type.formatPlan) as NestedPlace | null);
  if (plan === undefined || around === null || places.includes(null)) return null;
  for (const [index, type] of types.entries()) {
    const outer = types.findIndex(({ name }) => name === type.in);
    const root = places[outer];
    if (root == null || isOfFile(type)) continue;
    const path = (type.formatPlan.recordPath ?? []).slice((types[outer]?.formatPlan.recordPath ?? []).length);
    addRecords(root, path, index);
  }
  const writeText = ({ type, cells, children }: SampleNode): string | null => {
    const [place, own] = [places[type], types[type]];
    const tokens = own === undefined ? null : tokensOf(own.formatPlan, cells);
    if (place == null || tokens === null) return null;
    const inside = children.filter((child) => !isOfFile(types[child.type]));
    const texts = inside.map((child) => ({ type: child.type, text: writeText(child) }));
    if (texts.some(({ text }) => text === null)) return null;
    return writePlace(place, tokens, (inner) => texts.flatMap((one) => (one.type === inner ? (one.text ?? []) : [])));
  };
  /** Writes a record of the file, and the lines that belong to it. */
  const writeLines = (node: SampleNode): string[] | null => {
    const text = isOfFile(types[node.type]) ? writeText(node) : null;
    const following = node.children.filter((child) => isOfFile(types[child.type])).map(writeLines);
    const lines = following.filter((each) => each !== null).flat();
    return text === null || following.includes(null) ? null : [`${text}${around.lineEnd}`, ...lines];
  };
  return {
    ending: plan.recordPath === null ? 'jsonl' : 'json',
    writeNode: (node) => {
      const lines = node.raw === undefined ? writeLines(node) : null;
      const bytes = node.raw ?? (lines === null ? null : encode(lines.join('')));
      if (bytes === null) return null;
      const record = { bytes, start: 0 };
      pathOf.set(record, types[node.type]?.formatPlan.recordPath ?? []);
      return record;
    },
    requiredTexts: (type, field) =>
      selectingTexts(types[type]?.formatPlan.when ?? []).flatMap(({ path, texts }) => {
        const own = types[type]?.formatPlan.fields[field]?.path;
        return JSON.stringify(own) === JSON.stringify(path) ? texts : [];
      }),
    writeUnknown: (text) => {
      const selecting = types.flatMap(({ formatPlan }) => formatPlan.when ?? []);
      const other = createRoot({
        ...plan,
        fields: [],
        when: selecting.map((one) => ({ ...one, values: [text], startsWith: [], pattern: null })),
      });
      const bytes =
        other === null ? null : encode(`${writePlace(other as NestedPlace, [], () => [])}${around.lineEnd}`);
      return bytes === null ? null : { bytes, start: 0 };
    },
    writeFile: (records: readonly WrittenRecord[]) =>
      hasPaths
        ? writePaths(
            groupByPath(records, (record) => pathOf.get(record) ?? plan.recordPath ?? []),
            encode,
          )
        : writeRecords({ around }, records),
  };
}

/** Groups records that follow each other at one path. */
function groupByPath(
  records: readonly WrittenRecord[],
  pathOf: (record: WrittenRecord) => readonly string[],
): PathRecords[] {
  const groups: PathRecords[] = [];
  for (const record of records) {
    const path = pathOf(record);
    const last = groups.at(-1);
    if (last !== undefined && JSON.stringify(last.path) === JSON.stringify(path)) last.records.push(record);
    else groups.push({ path, records: [record] });
  }
  return groups;
}

/** Adds the records of a type at the end of a path. An item in the middle of a path is the first of a list. */
function addRecords(root: NestedPlace, path: readonly string[], type: number): void {
  const isList = path.at(-1) === '*';
  let place = root;
  for (const token of isList ? path.slice(0, -1) : path) {
    const name = token === '*' ? '0' : token;
    const child: NestedPlace = place.children.get(name) ?? { field: null, children: new Map() };
    place.children.set(name, child);
    place = child;
  }
  place.records = { type, isList };
}

type Tokens = readonly (Cell | undefined)[];

/** Returns the text of a place. Null: it has no record, so its member is left out, or several that are no list. */
function writePlace(place: NestedPlace, tokens: Tokens, inside: (type: number) => readonly string[]): string | null {
  if (place.records !== undefined) {
    const texts = inside(place.records.type);
    return place.records.isList ? `[${texts.join(',')}]` : texts.length === 1 ? (texts[0] ?? null) : null;
  }
  if (place.field !== null || place.texts !== undefined) return writeValue(place, tokens) ?? 'null';
  if (isList(place)) {
    const last = Math.max(...[...place.children.keys()].map(Number));
    const items = Array.from({ length: last + 1 }, (_, index) => {
      const child = place.children.get(String(index));
      return child === undefined ? 'null' : (writePlace(child, tokens, inside) ?? 'null');
    });
    return `[${items.join(',')}]`;
  }
  const members = [...place.children].flatMap(([name, child]) => {
    const text = writePlace(child, tokens, inside);
    return text === null ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}
