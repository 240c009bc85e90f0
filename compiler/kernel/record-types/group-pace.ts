const MIN_PAUSE = 256;
const MAX_PAUSE = 64 * 1024;

/** Decides whether the keys of the next records are checked in a group. */
export class GroupPace {
  /** Number of records whose keys are checked one by one. */
  #left = 0;
  #pause = MIN_PAUSE;

  get allowsGroup(): boolean {
    return this.#left <= 0;
  }

  /** Notes records whose keys were checked one by one. */
  noteSingle(records: number): void {
    this.#left -= records;
  }

  /** Notes whether a group saved time. After each one that did not, the pause doubles. */
  noteGroup(isUseful: boolean): void {
    if (isUseful) this.#pause = MIN_PAUSE;
    else {
      this.#left = this.#pause;
      this.#pause = Math.min(MAX_PAUSE, 2 * this.#pause);
    }
  }
}
