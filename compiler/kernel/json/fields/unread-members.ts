import { shortenName, UnreadPathList } from '../../model/unread-paths.ts';
import { FindingPlaces, type PlacedWarning } from '../../model/warning-order.ts';
import { escapeToken, type PointerNode } from './pointer-tree.ts';

/** What is shown instead of a name that may be a sensitive value. */
const WITHHELD = '…';

/** Finds members of records that no field reads. It knows their names, and none of their values. */
export class UnreadMembers {
  /** The places of all that is found in the file. */
  readonly places: FindingPlaces;
  readonly #paths: UnreadPathList;
  /** What was noted in the current record. */
  readonly #current: (readonly [parent: PointerNode, name: string])[] = [];
  readonly #masksNames: boolean;

  /**
   * @param saved the result of `savedState` at a resume position
   * @param masksNames whether names are withheld
   */
  constructor(saved: readonly string[], masksNames = false, places = new FindingPlaces()) {
    this.places = places;
    this.#masksNames = masksNames;
    this.#paths = new UnreadPathList(saved, places);
  }

  /** Notes that no field reads a member of the current record. */
  note(parent: PointerNode, written: string): void {
    const name = this.#shown(written);
    if (!this.#paths.hasRoom(this.#current.length) || parent.noted.has(name)) return;
    this.#current.push([parent, name]);
  }

  /** Returns whether noting a name would have no effect. */
  isNoted(parent: PointerNode, written: string): boolean {
    return !this.#paths.hasRoom() || parent.noted.has(this.#shown(written));
  }

  /** Forgets what was noted about a record that begins. */
  beginRecord(): void {
    if (this.#current.length > 0) this.#current.length = 0;
  }

  /** Keeps what was noted: the record is complete. */
  endRecord(): void {
    for (const [parent, name] of this.#current) {
      parent.noted.add(name);
      const path = `${parent.pointer}/${escapeToken(shortenName(name))}`;
      const isWithheld = this.#masksNames && name === WITHHELD;
      this.#paths.add(
        path,
        isWithheld
          ? `a member of the object at ${JSON.stringify(parent.pointer)}, whose name is withheld because the spec has a sensitive field`
          : `the member ${JSON.stringify(path)} of a record`,
      );
    }
    this.#current.length = 0;
  }

  #shown(name: string): string {
    return this.#masksNames && name !== '*' ? WITHHELD : name;
  }

  /** Returns the warnings since the last call. `isEnd`: the file has ended. */
  take(isEnd: boolean): PlacedWarning[] {
    return this.#paths.take(isEnd);
  }

  /** Returns what a resume position stores: the paths that need no further warning of their own. */
  savedState(): string[] {
    return this.#paths.savedState();
  }
}
