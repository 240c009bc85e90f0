import { encodingOf } from '../model/samples/encode-text.ts';
import type { Cell, WrittenRecord } from '../model/samples/file-writer.ts';
import type { NestedWriter, PlannedType } from '../model/format-kind.ts';
import type { SampleNode } from '../model/samples/sample-node.ts';
import type { JsonSpec } from './keys.ts';
import type { JsonPlan } from './plan.ts';
import { createAround, createRoot, isList, type Place, tokensOf, writeRecords } from './sample-writer.ts';

/** A place in a record that may have the records of another type. */
interface NestedPlace extends Place {
  /** The records of a type, as items of a list or as one object. Absent: it has none. */
  records?: { readonly type: number; readonly isList: boolean };
  readonly children: Map<string, NestedPlace>;
}

/** Creates a writer of records with others in them. Returns null if they cannot be written; see createJsonWriter. */
export function createNestedJsonWriter(spec: JsonSpec, types: readonly PlannedType<JsonPlan>[]): NestedWriter | null {
  const encode = encodingOf(spec.encoding ?? 'utf-8');
  const top = types.findIndex((type) => type.in === undefined);
  const plan = types[top]?.formatPlan;
  const around = plan === undefined ? null : createAround(plan, encode);
  const places = types.map((type) => createRoot(type.formatPlan) as NestedPlace | null);
  if (plan === undefined || around === null || places.includes(null)) return null;
  for (const [index, type] of types.entries()) {
    const outer = types.findIndex(({ name }) => name === type.in);
    const root = places[outer];
    if (root == null) continue;
    const path = (type.formatPlan.recordPath ?? []).slice((types[outer]?.formatPlan.recordPath ?? []).length);
    addRecords(root, path, index);
  }
  const writeText = ({ type, cells, children }: SampleNode): string | null => {
    const [place, own] = [places[type], types[type]];
    const tokens = own === undefined ? null : tokensOf(own.formatPlan, cells);
    if (place == null || tokens === null) return null;
    const texts = children.map((child) => ({ type: child.type, text: writeText(child) }));
    if (texts.some(({ text }) => text === null)) return null;
    return writePlace(place, tokens, (inner) => texts.flatMap((one) => (one.type === inner ? (one.text ?? []) : [])));
  };
  return {
    ending: plan.recordPath === null ? 'jsonl' : 'json',
    writeNode: (node) => {
      const text = node.raw === undefined && node.type === top ? writeText(node) : null;
      const bytes = text === null ? null : encode(`${text}${around.lineEnd}`);
      return bytes === null ? null : { bytes, start: 0 };
    },
    writeFile: (records: readonly WrittenRecord[]) => writeRecords({ around }, records),
  };
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
  if (place.field !== null) return tokens[place.field] ?? 'null';
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
