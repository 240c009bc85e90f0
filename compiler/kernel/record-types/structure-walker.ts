import { copyScope, type FileStructure, type Placement, type ScopeState } from './structure.ts';
import { TypeTree } from './type-tree.ts';

/** A copy of the open scopes that is written again and again. */
export interface SavedScopes {
  readonly scopes: SavedScope[];
  /** How many of them are open. */
  depth: number;
}

type SavedScope = Pick<ScopeState, 'type' | 'at' | 'counts' | 'seen'> & {
  [Key in 'numbers' | 'id' | 'resets']: ScopeState[Key] | undefined;
};

const NO_SCOPES: readonly ScopeState[] = [];

/** The placement of a record that follows one of its own type. */
const REPEATED: Placement = { isUnexpected: false, missing: [], closed: [], opened: [] };

/**
 * Follows the nesting, order and number of the records of a file. It is an automaton with counters: its state is the
 * stack of open scopes.
 */
export class StructureWalker {
  readonly #tree: TypeTree;
  #scopes: ScopeState[];
  /** The type of the last record if the next record of this type is in the same scope and at the same place; or -1. */
  #repeated = -1;
  /** The scope, the place and the maximum number of the records of that type. */
  #repeatedScope: ScopeState | undefined;
  #repeatedPlace = 0;
  #repeatedMax = 0;
  readonly #ids: ScopeIds;

  /** @param state the scopes of a position at which reading resumes. Null: the beginning of the file. */
  constructor(structure: Pick<FileStructure, 'types' | 'anyOrder'>, state: readonly ScopeState[] | null) {
    this.#tree = new TypeTree(structure);
    this.#ids = new ScopeIds(state);
    this.#scopes = state === null ? [this.#createScope(-1)] : state.map(copyScope);
  }

  /** Returns the open scopes as plain JSON data. */
  state(): ScopeState[] {
    return this.#scopes.map(copyScope);
  }

  /** Copies the open scopes to `saved`, whose objects are used again. */
  save(saved: SavedScopes): void {
    const scopes = this.#scopes;
    for (let depth = 0; depth < scopes.length; depth++) {
      const { type, at, counts, seen, numbers, id, resets } = scopes[depth] as ScopeState;
      const copy = (saved.scopes[depth] ??= { type, at, counts: [], seen: [], numbers, id, resets });
      copy.type = type;
      copy.at = at;
      copyNumbers(counts, copy.counts);
      copyNumbers(seen, copy.seen);
      // These change rarely. `restore` copies all of them.
      copy.numbers = numbers === undefined ? undefined : { ...numbers };
      copy.id = id;
      copy.resets = resets?.slice();
    }
    saved.depth = scopes.length;
  }

  /** Returns to the scopes that were saved last. */
  restoreSaved({ scopes, depth }: SavedScopes): void {
    this.restore(scopes.slice(0, depth) as ScopeState[]);
  }

  /** Returns to an earlier state. */
  restore(state: readonly ScopeState[]): void {
    this.#scopes = state.map(copyScope);
    this.#repeated = -1;
    this.#repeatedScope = undefined;
  }

  /**
   * Closes the scopes of enclosing records that have ended. `open` has the types of those that have not, the outermost
   * first. Scopes without a record of their own remain open around them.
   */
  closeEnded(open: readonly number[]): { closed: number[]; missing: number[] } {
    let matched = 0;
    let depth = 1;
    for (const [index, { type }] of this.#scopes.entries()) {
      if (index === 0 || matched === open.length || type !== open[matched]) continue;
      matched++;
      depth = index + 1;
    }
    if (matched < open.length) return { closed: [], missing: [] };
    const closed = this.#closeAbove(depth - 1);
    this.#repeated = -1;
    return { closed: closed.map(({ type }) => type), missing: closed.flatMap((scope) => this.#missingIn(scope)) };
  }

  /** Moves to a record that follows one of its own type in the same scope. Returns false if it does not. */
  repeat(type: number): boolean {
    if (type !== this.#repeated || this.#repeatedScope === undefined || !this.#hasRoomAgain()) return false;
    this.#addTo(this.#repeatedScope, this.#repeatedPlace);
    return true;
  }

  /**
   * Moves to the next record. If the record does not fit, continues from the state that allows its type and closes the
   * fewest scopes.
   */
  place(type: number): Placement {
    if (this.repeat(type)) return REPEATED;
    const parent = this.#tree.parentOf(type);
    const depth = this.#depthOf(parent);
    const scope = this.#scopes[depth];
    const isUnexpected = scope === undefined || !this.#fits(scope, type);
    const opened: number[] = [];
    const closed = scope === undefined ? this.#open(parent, opened) : this.#closeAbove(depth);
    const missing: number[] = [];
    for (const one of closed) if (this.#lacks(one)) missing.push(...this.#missingIn(one));
    const target = this.#scopes.at(-1);
    if (target !== undefined) {
      if (!isUnexpected && this.#lacks(target, this.#tree.placeOf(type))) missing.push(...this.#passed(target, type));
      this.#count(target, type, isUnexpected);
    }
    const hasInside = this.#tree.childrenOf(type).length > 0;
    if (hasInside) this.#scopes.push(this.#createScope(type));
    if (hasInside || isUnexpected) this.#repeated = -1;
    else this.#setRepeated(target, type);
    return { isUnexpected, missing, closed: closed.map((one) => one.type), opened };
  }

  /** Returns whether a record of a type fits here. */
  fits(type: number): boolean {
    if (type === this.#repeated) return this.#hasRoomAgain();
    const parent = this.#tree.parentOf(type);
    const scope = this.#scopes.find((one) => one.type === parent);
    return scope !== undefined && this.#fits(scope, type);
  }

  /**
   * Returns whether a record of a type fits here, and no required record is missing before it. If `ignoresMissing`, only
   * whether it fits.
   */
  isInPlace(type: number, ignoresMissing: boolean): boolean {
    if (type === this.#repeated) return this.#hasRoomAgain();
    const depth = this.#depthOf(this.#tree.parentOf(type));
    const scope = this.#scopes[depth];
    if (scope === undefined || !this.#fits(scope, type)) return false;
    if (ignoresMissing) return true;
    for (let above = depth + 1; above < this.#scopes.length; above++) {
      const closed = this.#scopes[above];
      if (closed !== undefined && this.#lacks(closed)) return false;
    }
    return this.#tree.isAnyOrder(scope.type) || !this.#lacks(scope, this.#tree.placeOf(type));
  }

  /** Takes from the values of the last record how many records of each type it encloses. Other values leave any number. */
  demand(type: number, values: unknown): void {
    const scope = this.#scopes.at(-1);
    if (scope?.type !== type) return;
    for (const [place, inside] of this.#tree.childrenOf(type).entries()) {
      // Only the function of the module knows the type of the values.
      const number = Number(this.#tree.get(inside)?.number?.(values as never) ?? NaN);
      if (Number.isSafeInteger(number) && number >= 0) (scope.numbers ??= {})[place] = number;
    }
  }

  /** Demands as many groups of a type in the last record as it has, because an issue says that some are missing. */
  acceptGroups(type: number, number: number): void {
    const scope = this.#scopes.at(-1);
    if (scope !== undefined) (scope.numbers ??= {})[this.#tree.placeOf(type)] = number;
  }

  /** Closes all scopes at the end of the file. Returns the types that lack a required record. */
  end(): number[] {
    const missing = [...this.#scopes].reverse().flatMap((scope) => this.#missingIn(scope));
    this.#scopes = [];
    return missing;
  }

  /** Returns the types whose records would fit next, at most `limit`. */
  expected(limit: number): number[] {
    const found: number[] = [];
    for (const scope of [...this.#scopes].reverse()) {
      if (this.#tree.hasLimits(scope)) this.#ids.renew(scope);
      found.push(
        ...this.#tree.childrenOf(scope.type).filter((type) => this.#fits(scope, type) && this.#isNext(scope, type)),
      );
      if (this.#missingIn(scope).length > 0) break;
    }
    return found.slice(0, limit);
  }

  /** Returns the index of the open scope of a type, or -1. */
  #depthOf(type: number): number {
    for (let depth = 0; depth < this.#scopes.length; depth++) if (this.#scopes[depth]?.type === type) return depth;
    return -1;
  }

  #createScope(type: number): ScopeState {
    const none = this.#tree.childrenOf(type).map(() => 0);
    const scope: ScopeState = { type, at: 0, counts: none, seen: [...none] };
    this.#ids.renew(scope);
    return scope;
  }

  #fits(scope: ScopeState, type: number): boolean {
    return this.#hasRoom(scope, type) && (this.#tree.placeOf(type) >= scope.at || this.#tree.isAnyOrder(scope.type));
  }

  #hasRoom(scope: ScopeState | undefined, type: number): boolean {
    return (scope?.counts[this.#tree.placeOf(type)] ?? 0) < this.#tree.maxIn(scope, type);
  }

  /** Returns whether the scope of the last record has room for another one of its type. */
  #hasRoomAgain(): boolean {
    return (this.#repeatedScope?.counts[this.#repeatedPlace] ?? 0) < this.#repeatedMax;
  }

  #setRepeated(scope: ScopeState | undefined, type: number): void {
    this.#repeated = type;
    this.#repeatedScope = scope;
    this.#repeatedPlace = this.#tree.placeOf(type);
    this.#repeatedMax = this.#tree.maxIn(scope, type);
  }

  /** Returns whether no required record is missing between the last record of a scope and a record of a type. */
  #isNext(scope: ScopeState, type: number): boolean {
    return this.#tree.isAnyOrder(scope.type) || this.#lacking(scope, this.#tree.placeOf(type)).length === 0;
  }

  #count(scope: ScopeState, type: number, isUnexpected: boolean): void {
    const place = this.#tree.placeOf(type);
    if (isUnexpected && this.#tree.hasLimits(scope)) this.#ids.renew(scope);
    if (!this.#tree.isAnyOrder(scope.type)) {
      scope.at = place;
      if (isUnexpected) this.#ids.restart(scope, place + 1);
    }
    this.#addTo(scope, place);
  }

  #addTo({ counts, seen }: ScopeState, place: number): void {
    counts[place] = (counts[place] ?? 0) + 1;
    seen[place] = (seen[place] ?? 0) + 1;
  }

  /** Closes the scopes above the one at index `depth`. Returns them, the innermost first. */
  #closeAbove(depth: number): readonly ScopeState[] {
    // Documents of lines have one scope, and this code runs for each document.
    if (this.#scopes.length === depth + 1) return NO_SCOPES;
    return this.#scopes.length === depth + 2
      ? [this.#scopes.pop() as ScopeState]
      : this.#scopes.splice(depth + 1).reverse();
  }

  /** Opens a scope whose record is missing, and adds its type to `opened`. Returns the scopes that were closed for it. */
  #open(type: number, opened: number[]): readonly ScopeState[] {
    if (type < 0) throw new Error('a record follows the end of the file');
    const parent = this.#tree.parentOf(type);
    const depth = this.#scopes.findIndex((scope) => scope.type === parent);
    const closed = depth < 0 ? this.#open(parent, opened) : this.#closeAbove(depth);
    const target = this.#scopes.at(-1);
    if (target !== undefined) this.#count(target, type, true);
    this.#scopes.push(this.#createScope(type));
    opened.push(type);
    return closed;
  }

  /** Returns the types that a record of `type` passes although a required record of theirs is missing. */
  #passed(scope: ScopeState, type: number): number[] {
    if (this.#tree.isAnyOrder(scope.type)) return [];
    const lacking = this.#lacking(scope, this.#tree.placeOf(type));
    // Each missing record is reported once.
    for (const missing of lacking) scope.seen[this.#tree.placeOf(missing)] = Number.MAX_SAFE_INTEGER;
    return lacking;
  }

  /** Returns whether a type before index `place` of a scope's types lacks a required record. */
  #lacks(scope: ScopeState, place = Infinity): boolean {
    const types = this.#tree.childrenOf(scope.type);
    for (let index = 0; index < types.length && index < place; index++) {
      const min = scope.numbers?.[index] ?? this.#tree.get(types[index] ?? -1)?.min ?? 0;
      if ((scope.seen[index] ?? 0) < min) return true;
    }
    return false;
  }

  /** Returns the types before index `place` of a scope's types that lack a required record. */
  #lacking(scope: ScopeState, place: number): number[] {
    return this.#tree
      .childrenOf(scope.type)
      .slice(0, place)
      .filter((type, index) => (scope.seen[index] ?? 0) < (scope.numbers?.[index] ?? this.#tree.get(type)?.min ?? 0));
  }

  #missingIn(scope: ScopeState): number[] {
    return this.#lacking(scope, this.#tree.childrenOf(scope.type).length);
  }
}

function copyNumbers(from: readonly number[], to: number[]): void {
  if (to.length !== from.length) to.length = from.length;
  for (let i = 0; i < from.length; i++) to[i] = from[i] as number;
}

/** Gives ids to the scopes of a reader that started in an assumed state. Other readers have none. */
class ScopeIds {
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
