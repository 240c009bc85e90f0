import type { JsonFault, JsonField, JsonRecord, JsonSettings, OuterType } from './fields/json-record.ts';
import type { PointerNode } from './fields/pointer-tree.ts';
import type { UnreadMembers } from './fields/unread-members.ts';
import { JsonLayout } from './fast/layout.ts';
import { JsonTypesLayout } from './fast/type-finder.ts';
import type { FileRecords } from './file-records.ts';
import { JsonRecordParser } from './record-parser.ts';
import { selectingFields, TypeSelector } from './type-selector.ts';

/** How records with several types are read. */
export interface OuterSettings extends Pick<JsonSettings, 'isLenient' | 'masksNames'> {
  /** Whether a record that no type selects is another line. Absent: false. */
  readonly skipsUnknown?: boolean;
}

/** The parser of one of several types. */
interface TypeParser {
  readonly own: Pick<OuterType, 'columns' | 'fields'>;
  readonly parser: JsonRecordParser;
}

/** Parses records whose values say which type they have. */
export class OuterRecords implements FileRecords<string> {
  raw: JsonRecord<string> = { cells: [], at: {} };
  sent: readonly (string | undefined)[] = [];
  recordType = -1;
  places: Pick<OuterType, 'columns' | 'fields'> = { columns: {}, fields: [] };
  /** The selectors of types, by the indexes of their paths. */
  readonly #selectors: readonly TypeSelector[];
  readonly #parsers: ReadonlyMap<number, TypeParser>;
  /** Parses records of no type. */
  readonly #others: TypeParser;
  readonly #skipsUnknown: boolean;
  readonly #layout: JsonTypesLayout | null;
  #isMalformed = false;

  constructor(settings: OuterSettings, outer: readonly OuterType[], unread: UnreadMembers) {
    const { isLenient, masksNames = false, skipsUnknown = false } = settings;
    this.#skipsUnknown = skipsUnknown;
    const places = 1 + Math.max(...outer.map(({ at = 0 }) => at));
    this.#selectors = Array.from(
      { length: places },
      (_, place) => new TypeSelector(outer.filter(({ at = 0 }) => at === place)),
    );
    const parsers = outer.map((own): [number, TypeParser] => {
      const fields = withSelecting(own);
      const parser = new JsonRecordParser(
        { fields, isLenient, masksNames, nested: own.nested, ...prefixOf(own) },
        unread,
      );
      for (const { path } of this.#selectors[own.at ?? 0]?.fields ?? []) markKnown(parser.root, path);
      return [own.type, { own: { columns: own.columns, fields }, parser }];
    });
    this.#parsers = new Map(parsers);
    const none = new JsonRecordParser({ fields: [], isLenient, masksNames }, null);
    this.#others = { own: { columns: {}, fields: [] }, parser: none };
    const [selector] = this.#selectors;
    const hasLayout =
      this.#selectors.length === 1 && selector?.fields.length === 1 && outer.every(({ nested }) => nested.length === 0);
    const layouts = parsers.map(([type, { own, parser }]): [number, JsonLayout] => [
      type,
      new JsonLayout({ fields: own.fields, isLenient }, parser.root, unread),
    ]);
    this.#layout = hasLayout ? new JsonTypesLayout(new Map(layouts), selector) : null;
  }

  parse(text: string, path = 0): JsonFault | null {
    const type = this.#selectors[path]?.find(text) ?? -1;
    const { own, parser } = this.#parsers.get(type) ?? this.#others;
    const fault = parser.parse(text);
    this.#isMalformed = fault?.code === 'MALFORMED_JSON';
    // Nothing is known about a text that is not JSON.
    this.recordType = this.#isMalformed ? -1 : type;
    this.raw = { cells: parser.cells, at: own.columns, nested: parser.nested };
    this.sent = parser.sent;
    this.places = own;
    return fault;
  }

  isSkipped(): boolean {
    return this.#skipsUnknown && this.recordType < 0 && !this.#isMalformed;
  }

  layout(): JsonTypesLayout | null {
    return this.#layout;
  }
}

function prefixOf({ prefix }: OuterType): { prefix?: string } {
  return prefix === undefined ? {} : { prefix };
}

/** Returns the fields of a type, and the places that select its records: their values are read, too. */
function withSelecting({ fields, when }: OuterType): readonly JsonField[] {
  const known = new Set(fields.map(({ path }) => JSON.stringify(path)));
  const more = selectingFields(when === undefined ? [] : [{ when }]);
  return [...fields, ...more.filter(({ path }) => !known.has(JSON.stringify(path)))];
}

/** Has no warning say that no field reads the value at a place: it may select other types. */
function markKnown(root: PointerNode, path: readonly string[]): void {
  let node = root;
  for (const token of path) {
    const child = node.children?.get(token) ?? node.any;
    if (child === null) {
      node.noted.add(token);
      return;
    }
    node = child;
  }
}
