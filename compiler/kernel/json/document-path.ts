import { type DocumentScanner, LIST, type OpenKind } from './document-scanner.ts';

/**
 * An open value of a document at a resume position: its kind, the index of its last item, and whether the path continued.
 * With several paths, also those that lead into it, and the names in it by which they continued.
 */
export interface OpenValue {
  readonly kind: OpenKind;
  readonly index: number;
  readonly isSeen: boolean;
  readonly paths?: readonly number[];
  readonly names?: readonly string[];
}

/** An open value to which a path leads. */
interface PlaceOnPath {
  /** The index of its last item. */
  index: number;
  /** The paths that lead into it, by their indexes. */
  readonly paths: readonly number[];
  /** The names of its members by which paths continued. */
  readonly names: string[];
}

/** Follows the paths of the records from the root of a document. No path leads into the records of another one. */
export class DocumentPath {
  /** The index of the path of the last record. */
  found = 0;
  readonly #paths: readonly (readonly string[])[];
  readonly #scanner: DocumentScanner;
  /** The open values on the paths, by their depths. */
  readonly #places: PlaceOnPath[];
  /** The paths that continue with the last name. */
  #named: readonly number[] = [];

  constructor(paths: readonly (readonly string[])[], scanner: DocumentScanner, open: readonly OpenValue[]) {
    this.#paths = paths;
    this.#scanner = scanner;
    const all = paths.map((_, path) => path);
    this.#places = open.map(({ index, isSeen, paths: own = all, names }, depth) => ({
      index,
      paths: own,
      names: [...(names ?? (isSeen ? [paths[0]?.[depth] ?? ''] : []))],
    }));
  }

  /** Notes the name of a member of the innermost value. Returns false if a path leads to two members with this name. */
  noteName(name: string | null): boolean {
    const depth = this.#scanner.depth - 1;
    const place = this.#places[depth];
    this.#named = this.#pathsAt(depth, name);
    if (name === null || place === undefined || !this.#named.some((path) => this.#paths[path]?.[depth] === name))
      return true;
    // A member that `*` selects may have any name, also that of another one.
    if (name === '*') return true;
    if (place.names.includes(name)) return false;
    place.names.push(name);
    return true;
  }

  /** Notes that a value begins. Returns RECORD, or whether a path leads into it. */
  begin(): 'RECORD' | 'INSIDE' | 'OTHER' {
    const { depth } = this.#scanner;
    let paths = depth > 0 ? this.#named : this.#paths.map((_, path) => path);
    const around = this.#places[depth - 1];
    if (around !== undefined && this.#scanner.kindAt(depth - 1) === LIST)
      paths = this.#pathsAt(depth - 1, String(++around.index));
    const found = paths.find((path) => this.#paths[path]?.length === depth);
    if (found !== undefined) {
      this.found = found;
      return 'RECORD';
    }
    if (paths.length === 0) return 'OTHER';
    this.#places[depth] = { index: -1, paths, names: [] };
    return 'INSIDE';
  }

  /** Returns the open values around the record that has ended. */
  open(): OpenValue[] {
    const path = this.#paths[this.found] ?? [];
    return path.map((_, depth) => {
      const { index = -1, names = [], paths = [] } = this.#places[depth] ?? {};
      const own = { kind: this.#scanner.kindAt(depth) ?? LIST, index, isSeen: names.length > 0 };
      return this.#paths.length === 1 ? own : { ...own, paths, names: [...names] };
    });
  }

  /** Returns the paths into the value at a depth that continue with a name or an index. */
  #pathsAt(depth: number, token: string | null): readonly number[] {
    const { paths = [] } = this.#places[depth] ?? {};
    return paths.filter((path) => this.#paths[path]?.[depth] === '*' || this.#paths[path]?.[depth] === token);
  }
}
