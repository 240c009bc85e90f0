import type { Warning } from '../model/contract.ts';
import { escapeToken, type PointerNode } from './pointer-tree.ts';

/** Number of paths with a warning of their own. One warning counts the others. */
const MAX_LISTED = 100;
/** Number of paths that are kept. */
const MAX_PATHS = 1000;
const MAX_NAME_LENGTH = 100;
/** What is shown instead of a name that may be a sensitive value. */
const WITHHELD = '…';

/** Finds members of records that no field reads. It knows their names, and none of their values. */
export class UnreadMembers {
  readonly #paths: Set<string>;
  /** What was noted in the current record. */
  readonly #current: (readonly [parent: PointerNode, name: string])[] = [];
  readonly #masksNames: boolean;
  #reported: number;

  /**
   * @param saved the result of `savedState` at a resume position
   * @param masksNames whether each name is replaced by `…`
   */
  constructor(saved: readonly string[], masksNames = false) {
    this.#masksNames = masksNames;
    this.#paths = new Set(saved);
    this.#reported = Math.min(saved.length, MAX_LISTED);
  }

  /** Notes that no field reads a member of the current record. */
  note(parent: PointerNode, written: string): void {
    const name = this.#masksNames && written !== '*' ? WITHHELD : written;
    if (this.#paths.size + this.#current.length >= MAX_PATHS || parent.noted.has(name)) return;
    this.#current.push([parent, name]);
  }

  /** Forgets what was noted about a record that begins. */
  beginRecord(): void {
    if (this.#current.length > 0) this.#current.length = 0;
  }

  /** Keeps what was noted: the record is complete. */
  endRecord(): void {
    for (const [parent, name] of this.#current) {
      parent.noted.add(name);
      const shown = name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;
      this.#paths.add(`${parent.pointer}/${escapeToken(shown)}`);
    }
    this.#current.length = 0;
  }

  /** Returns the warnings since the last call. `isEnd`: the file has ended. */
  take(isEnd: boolean): Warning[] {
    const { size } = this.#paths;
    if (size === 0 || (this.#reported === Math.min(size, MAX_LISTED) && !isEnd)) return [];
    const warnings = [...this.#paths].slice(this.#reported, MAX_LISTED).map((path): Warning => {
      const isWithheld = this.#masksNames && path.endsWith(`/${WITHHELD}`);
      const message = isWithheld
        ? `no field reads a member of the object at ${JSON.stringify(path.slice(0, -2))}, whose name is withheld because the spec has a sensitive field`
        : `no field reads the member ${JSON.stringify(path)} of a record`;
      return { code: 'UNKNOWN_COLUMN', path, message };
    });
    this.#reported = Math.min(size, MAX_LISTED);
    if (isEnd && size > MAX_LISTED) {
      const others = `${size - MAX_LISTED}${size < MAX_PATHS ? ' more' : ' or more'}`;
      warnings.push({ code: 'UNKNOWN_COLUMN', message: `no field reads ${others} paths of records` });
    }
    return warnings;
  }

  /** Returns what a resume position stores: the paths that need no further warning of their own. */
  savedState(): string[] {
    return [...this.#paths].filter((_, index) => index < this.#reported || index >= MAX_LISTED);
  }
}
