import type { ScopeState } from './structure.ts';

/** Gives ids to the scopes of a reader that started in an assumed state. Other readers have none. */
export class ScopeIds {
  /** 0: scopes have no ids. */
  #last: number;

  /** @param state the scopes of the position at which the reader starts */
  constructor(state: readonly ScopeState[] | null) {
    this.#last = Math.max(0, ...(state ?? []).map(({ id = 0 }) => id));
  }

  /** Marks a scope as new, or as one whose next records may have depended on its counts. */
  renew(scope: ScopeState): void {
    if (this.#last > 0) scope.id = ++this.#last;
  }

  /** Restarts the counts from index `place` on. */
  restart(scope: ScopeState, place: number): void {
    scope.counts.fill(0, place);
    if (this.#last > 0) (scope.resets ??= scope.counts.map(() => 0)).fill(++this.#last, place);
  }
}
