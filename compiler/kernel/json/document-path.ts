import { type DocumentScanner, LIST, type OpenKind } from './document-scanner.ts';

/** An open value of a document at a resume position: its kind, the index of its last item, and whether the path continued. */
export interface OpenValue {
  readonly kind: OpenKind;
  readonly index: number;
  readonly isSeen: boolean;
}

/** Follows the path of the records from the root of a document. */
export class DocumentPath {
  readonly #path: readonly string[];
  readonly #scanner: DocumentScanner;
  /** For each open value on the path, the index of its last item, and whether the path continued in it. */
  readonly #indexes: number[];
  readonly #isSeen: boolean[];
  #nameMatches = false;

  constructor(path: readonly string[], scanner: DocumentScanner, open: readonly OpenValue[]) {
    this.#path = path;
    this.#scanner = scanner;
    this.#indexes = open.map(({ index }) => index);
    this.#isSeen = open.map(({ isSeen }) => isSeen);
  }

  /** Notes the name of a member of the innermost value. Returns false if the path leads to two members with this name. */
  noteName(name: string | null): boolean {
    const depth = this.#scanner.depth - 1;
    const token = this.#path[depth];
    this.#nameMatches = token === '*' || name === token;
    if (!this.#nameMatches || token === '*') return true;
    if (this.#isSeen[depth] === true) return false;
    this.#isSeen[depth] = true;
    return true;
  }

  /** Notes that a value begins. Returns RECORD, or whether the path leads into it. */
  begin(): 'RECORD' | 'INSIDE' | 'OTHER' {
    const { depth } = this.#scanner;
    if (depth > 0) {
      const token = this.#path[depth - 1];
      if (this.#scanner.kindAt(depth - 1) === LIST) {
        const index = (this.#indexes[depth - 1] ?? -1) + 1;
        this.#indexes[depth - 1] = index;
        if (token !== '*' && token !== String(index)) return 'OTHER';
      } else if (!this.#nameMatches) return 'OTHER';
    }
    if (depth === this.#path.length) return 'RECORD';
    this.#indexes[depth] = -1;
    this.#isSeen[depth] = false;
    return 'INSIDE';
  }

  /** Returns the open values around the record that has ended. */
  open(): OpenValue[] {
    return this.#path.map((_, depth) => ({
      kind: this.#scanner.kindAt(depth) ?? LIST,
      index: this.#indexes[depth] ?? -1,
      isSeen: this.#isSeen[depth] ?? false,
    }));
  }
}
