import type { ByteInput } from '../input/byte-input.ts';
import type { Failure, Position, Warning } from '../model/contract.ts';
import { END, type ReadResult, RECORD, type StructureIssue } from '../model/record-source.ts';
import { type FindingPlaces, orderWarnings } from '../model/warning-order.ts';
import { createJsonDocumentSource } from './document-source.ts';
import { describeFault } from './describe-fault.ts';
import type { JsonCondition, JsonField, JsonRecord, JsonSettings, OuterType } from './fields/json-record.ts';
import { escapeToken } from './fields/pointer-tree.ts';
import { UnreadMembers } from './fields/unread-members.ts';
import { OuterRecords, type OuterSettings } from './outer-records.ts';
import { JsonRecordParser, type NestedText } from './record-parser.ts';
import { createJsonLinesSource, type JsonRecordSource, type PlacedJsonSource } from './record-source.ts';
import { sentCell } from './sent-text.ts';

/** A type of records. Those without a parent are the records of the file, which have all others in them. */
export interface JsonType {
  /** The index of the type of the records around those of this one. -1: there is none. */
  readonly parent: number;
  /** The tokens of the path of its records, below the record around them. `*` is each member or item. */
  readonly path: readonly string[];
  readonly fields: readonly JsonField[];
  readonly columns: Readonly<Record<string, number>>;
  /** The index of the path of its records, if those of the file have several. Absent: they have one. */
  readonly at?: number;
  /** The conditions that select its records among those of the file. Absent: it has those that no other type selects. */
  readonly when?: readonly JsonCondition[];
}

/** How the records of a file with several types are read. */
export interface JsonTypesSettings extends Omit<JsonSettings, 'fields' | 'columns' | 'nested'>, OuterSettings {
  readonly types: readonly JsonType[];
  /** The tokens of the path of the records of the file. Absent: each line is one. */
  readonly recordPath?: readonly string[];
  /** The paths of the records of the file, if there are several: `JsonType.at` says which a type has. */
  readonly recordPaths?: readonly (readonly string[])[];
  /** Whether lines may belong to a line before them. Absent: false. */
  readonly hasFollowing?: boolean;
}

/** The state that is added to a resume position. It is stored in checkpoints, so its member names must not change. */
interface NestedState {
  /** The members that need no further warning, by the index of the type. */
  readonly unreadByType?: readonly (readonly string[])[];
}

/**
 * Creates a source whose records have others in them: each record of the file is followed by those inside of it, and these
 * by those inside of them. The records inside of one follow each other in the order of their types.
 */
export function createTypedJsonSource(
  settings: JsonTypesSettings,
  input: ByteInput,
  from: Position | undefined,
): JsonRecordSource<string> {
  const { types, recordPath, recordPaths, hasFollowing: _, ...shared } = settings;
  const outer = types.flatMap(({ parent, fields, columns, at, when }, type): OuterType[] => {
    if (parent >= 0) return [];
    const place = at === undefined ? {} : { at, prefix: pointerTo(recordPaths?.[at] ?? []) };
    return [{ type, fields, columns, nested: placesIn(types, type), ...place, ...(when !== undefined && { when }) }];
  });
  const [first = NO_TYPE] = outer;
  const isSelected = outer.length > 1 || first.when !== undefined;
  const createRecords = (unread: UnreadMembers) => new OuterRecords(settings, outer, unread);
  const own = { ...shared, ...first, ...(isSelected && { createRecords }) };
  const source =
    recordPath === undefined && recordPaths === undefined
      ? createJsonLinesSource(own, input, from)
      : createJsonDocumentSource(
          { ...own, recordPath: recordPath ?? [], ...(recordPaths !== undefined && { recordPaths }) },
          input,
          from,
        );
  // Without records in others, nothing is added to those of the file.
  if (isSelected && outer.length === types.length) return source;
  return new NestedSource(source, settings, { top: isSelected ? null : first.type, from: from ?? null });
}

const NO_TYPE: OuterType = { type: -1, fields: [], columns: {}, nested: [] };

function placesIn(types: readonly JsonType[], parent: number) {
  return types.flatMap((type, index) => (type.parent === parent ? [{ type: index, path: type.path }] : []));
}

/** The parser of a type of nested records, and the members that no field reads. */
interface TypeParser {
  readonly parser: JsonRecordParser;
  readonly unread: UnreadMembers;
  /** The types around, the outermost first. */
  readonly around: readonly number[];
}

class NestedSource implements JsonRecordSource<string> {
  raw: JsonRecord<string> | undefined;
  structureIssue: StructureIssue | null = null;
  recordType = -1;
  openRecords: readonly number[] | undefined = [];
  readonly expectedText = 'OBJECTS';
  readonly #source: PlacedJsonSource;
  /** The only type of the records of the file. Null: the source finds the type of each. */
  readonly #top: number | null;
  readonly #types: readonly JsonType[];
  readonly #parsers: readonly (TypeParser | null)[];
  /** The records inside of the last one of the file that were not returned yet. The next one is the last. */
  readonly #waiting: NestedText[] = [];
  readonly #hasFollowing: boolean;
  #hasEnded = false;

  constructor(
    source: PlacedJsonSource,
    settings: JsonTypesSettings,
    { top, from }: { top: number | null; from: Position | null },
  ) {
    this.#source = source;
    this.#top = top;
    this.#types = settings.types;
    this.#hasFollowing = settings.hasFollowing === true;
    // The state of a position is the object that `position()` returned.
    const saved = ((from?.state ?? null) as NestedState | null)?.unreadByType ?? [];
    this.#parsers = settings.types.map(({ parent }, index) =>
      parent < 0 ? null : createParser(index, settings, { saved: saved[index] ?? [], places: source.places }),
    );
  }

  get encoding(): string {
    return this.#source.encoding ?? 'utf-8';
  }

  get failure(): Failure | null {
    return this.#source.failure;
  }

  get line(): number {
    return this.#source.line;
  }

  get byteOffset(): number {
    return this.#source.byteOffset;
  }

  get byteLength(): number {
    return this.#source.byteLength;
  }

  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  add(chunk: Uint8Array): void {
    this.#source.add(chunk);
  }

  next(final: boolean): ReadResult {
    const inner = this.#waiting.pop();
    if (inner !== undefined) {
      this.#useInner(inner);
      return RECORD;
    }
    const found = this.#source.next(final);
    if (found === END) this.#hasEnded = true;
    if (found !== RECORD) return found;
    this.raw = this.#source.raw;
    this.structureIssue = this.#source.structureIssue;
    this.recordType = this.#top ?? this.#source.recordType ?? -1;
    this.openRecords = this.#hasFollowing ? undefined : NONE;
    this.#addInner(this.raw?.nested ?? []);
    return RECORD;
  }

  cellOf(key: string, keys: readonly string[]): string | null | undefined {
    const parser = this.#parsers[this.recordType]?.parser;
    if (parser === undefined) return this.#source.cellOf?.(key, keys);
    return this.raw === undefined ? undefined : sentCell(this.raw, key, parser.sent);
  }

  takeOtherLines(): number {
    return this.#source.takeOtherLines();
  }

  takeWarnings(): Warning[] {
    const isEnd = this.#hasEnded;
    this.#hasEnded = false;
    const inside = this.#parsers.flatMap((one) => one?.unread.take(isEnd) ?? []);
    return orderWarnings([...this.#source.takePlaced(), ...inside]);
  }

  /** Right if no record waits: a record of the file is resumed before it, or after all records inside of it. */
  position(): Omit<Position, 'record'> {
    const position = this.#source.position();
    const unreadByType = this.#parsers.map((one) => one?.unread.savedState() ?? []);
    if (position.state === null || unreadByType.every((paths) => paths.length === 0)) return position;
    return { ...position, state: { ...(position.state as object), unreadByType } };
  }

  #useInner({ type, text }: NestedText): void {
    const inner = this.#parsers[type];
    const { columns = {}, fields = [] } = this.#types[type] ?? {};
    this.recordType = type;
    this.openRecords = inner?.around ?? NONE;
    if (inner === null || inner === undefined) return;
    const { parser } = inner;
    const fault = parser.parse(text);
    this.structureIssue = fault === null ? null : describeFault(fault, { columns, fields });
    this.raw = fault === null ? { cells: parser.cells, at: columns } : undefined;
    if (fault === null) this.#addInner(parser.nested);
  }

  /** Adds the records inside of the last one, which precede all others that wait. */
  #addInner(nested: readonly NestedText[]): void {
    // Sorting is stable, so the records of one type remain in the order of the file.
    const sorted = nested.length < 2 ? nested : [...nested].sort((one, other) => one.type - other.type);
    for (let index = sorted.length - 1; index >= 0; index--) this.#waiting.push(sorted[index] as NestedText);
  }
}

function pointerTo(path: readonly string[]): string {
  return path.map((token) => `/${escapeToken(token)}`).join('');
}

const NONE: readonly number[] = [];

function createParser(
  index: number,
  settings: JsonTypesSettings,
  { saved, places }: { saved: readonly string[]; places: FindingPlaces },
): TypeParser {
  const { types, isLenient, masksNames = false } = settings;
  const around: number[] = [];
  let prefix = '';
  for (let type = index; type >= 0; type = types[type]?.parent ?? -1) {
    const { parent = -1, path = [] } = types[type] ?? {};
    if (parent < 0) break;
    prefix = pointerTo(path) + prefix;
    around.unshift(parent);
  }
  const unread = new UnreadMembers(saved, masksNames, places);
  const { fields = [] } = types[index] ?? {};
  const parser = new JsonRecordParser(
    { fields, isLenient, masksNames, nested: placesIn(types, index), prefix },
    unread,
  );
  return { parser, unread, around };
}
