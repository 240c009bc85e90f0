import { copyScope, type FileStructure, type Placement, type ScopeState, type TypePlace } from './structure.ts';

/** The placement of a record that follows one of its own type. */
const REPEATED: Placement = { isUnexpected: false, missing: [], closed: [], opened: [] };

/**
 * Follows the nesting, order and number of the records of a file. It is an automaton with counters: its state is the
 * stack of open scopes.
 */
export class StructureWalker {
  readonly #types: readonly TypePlace[];
  readonly #anyOrder: boolean;
  /** The types inside each type, in the order of the spec. Index 0 is the file. */
  readonly #inside: readonly (readonly number[])[];
  /** The place of each type among the types of its parent. */
  readonly #places: readonly number[];
  #scopes: ScopeState[];
  /** The type of the last record if the next record of this type is in the same scope and at the same place; or -1. */
  #repeated = -1;

  /** @param state the scopes of a position at which reading resumes. Null: the beginning of the file. */
  constructor({ types, anyOrder }: Pick<FileStructure, 'types' | 'anyOrder'>, state: readonly ScopeState[] | null) {
    this.#types = types;
    this.#anyOrder = anyOrder;
    this.#inside = [-1, ...types.keys()].map((parent) =>
      [...types.keys()].filter((type) => types[type]?.parent === parent),
    );
    this.#places = types.map(({ parent }, type) => this.#childrenOf(parent).indexOf(type));
    this.#scopes = state === null ? [this.#createScope(-1)] : state.map(copyScope);
  }

  /** Returns the open scopes as plain JSON data. */
  state(): ScopeState[] {
    return this.#scopes.map(copyScope);
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

  /**
   * Moves to the next record. If the record does not fit, continues from the state that allows its type and closes the
   * fewest scopes.
   */
  place(type: number): Placement {
    if (type === this.#repeated && this.#countAgain(type)) return REPEATED;
    const parent = this.#parentOf(type);
    const depth = this.#scopes.findIndex((scope) => scope.type === parent);
    const scope = this.#scopes[depth];
    const isUnexpected = scope === undefined || !this.#fits(scope, type);
    const opened: number[] = [];
    const closed = scope === undefined ? this.#open(parent, opened) : this.#closeAbove(depth);
    const missing = closed.flatMap((one) => this.#missingIn(one));
    const target = this.#scopes.at(-1);
    if (target !== undefined) {
      if (!isUnexpected) missing.push(...this.#passed(target, type));
      this.#count(target, type, isUnexpected);
    }
    const hasInside = this.#childrenOf(type).length > 0;
    if (hasInside) this.#scopes.push(this.#createScope(type));
    this.#repeated = hasInside || isUnexpected ? -1 : type;
    return { isUnexpected, missing, closed: closed.map((one) => one.type), opened };
  }

  /** Returns whether a record of a type fits here. */
  fits(type: number): boolean {
    if (type === this.#repeated) return this.#hasRoom(this.#scopes.at(-1), type);
    const parent = this.#parentOf(type);
    const scope = this.#scopes.find((one) => one.type === parent);
    return scope !== undefined && this.#fits(scope, type);
  }

  /** Takes from the values of the last record how many records of each type it encloses. Other values leave any number. */
  demand(type: number, values: unknown): void {
    const scope = this.#scopes.at(-1);
    if (scope?.type !== type) return;
    for (const [place, inside] of this.#childrenOf(type).entries()) {
      // Only the function of the module knows the type of the values.
      const number = Number(this.#types[inside]?.number?.(values as never) ?? NaN);
      if (Number.isSafeInteger(number) && number >= 0) (scope.numbers ??= {})[place] = number;
    }
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
      found.push(
        ...this.#childrenOf(scope.type).filter((type) => this.#fits(scope, type) && this.#isNext(scope, type)),
      );
      if (this.#missingIn(scope).length > 0) break;
    }
    return found.slice(0, limit);
  }

  #parentOf(type: number): number {
    return this.#types[type]?.parent ?? -1;
  }

  /** Returns the place of a type among the types of its parent. */
  #placeOf(type: number): number {
    return this.#places[type] ?? -1;
  }

  #childrenOf(type: number): readonly number[] {
    return this.#inside[type + 1] ?? [];
  }

  #isAnyOrder(type: number): boolean {
    return type < 0 ? this.#anyOrder : this.#types[type]?.anyOrder === true;
  }

  #createScope(type: number): ScopeState {
    const none = this.#childrenOf(type).map(() => 0);
    return { type, at: 0, counts: none, seen: [...none] };
  }

  #fits(scope: ScopeState, type: number): boolean {
    return this.#hasRoom(scope, type) && (this.#placeOf(type) >= scope.at || this.#isAnyOrder(scope.type));
  }

  #hasRoom(scope: ScopeState | undefined, type: number): boolean {
    const place = this.#placeOf(type);
    return (scope?.counts[place] ?? 0) < (scope?.numbers?.[place] ?? this.#types[type]?.max ?? 0);
  }

  /** Counts another record of the type of the last one. Returns false if the scope has no room for it. */
  #countAgain(type: number): boolean {
    const scope = this.#scopes.at(-1);
    if (scope === undefined || !this.#hasRoom(scope, type)) return false;
    this.#addTo(scope, this.#placeOf(type));
    return true;
  }

  /** Returns whether no required record is missing between the last record of a scope and a record of a type. */
  #isNext(scope: ScopeState, type: number): boolean {
    return this.#isAnyOrder(scope.type) || this.#lacking(scope, this.#placeOf(type)).length === 0;
  }

  #count(scope: ScopeState, type: number, isUnexpected: boolean): void {
    const place = this.#placeOf(type);
    if (!this.#isAnyOrder(scope.type)) {
      scope.at = place;
      if (isUnexpected) scope.counts.fill(0, place + 1);
    }
    this.#addTo(scope, place);
  }

  #addTo({ counts, seen }: ScopeState, place: number): void {
    counts[place] = (counts[place] ?? 0) + 1;
    seen[place] = (seen[place] ?? 0) + 1;
  }

  /** Closes the scopes above the one at index `depth`. Returns them, the innermost first. */
  #closeAbove(depth: number): ScopeState[] {
    return this.#scopes.splice(depth + 1).reverse();
  }

  /** Opens a scope whose record is missing, and adds its type to `opened`. Returns the scopes that were closed for it. */
  #open(type: number, opened: number[]): ScopeState[] {
    if (type < 0) throw new Error('a record follows the end of the file');
    const parent = this.#parentOf(type);
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
    if (this.#isAnyOrder(scope.type)) return [];
    const lacking = this.#lacking(scope, this.#placeOf(type));
    // Each missing record is reported once.
    for (const missing of lacking) scope.seen[this.#placeOf(missing)] = Number.MAX_SAFE_INTEGER;
    return lacking;
  }

  /** Returns the types before index `place` of a scope's types that lack a required record. */
  #lacking(scope: ScopeState, place: number): number[] {
    return this.#childrenOf(scope.type)
      .slice(0, place)
      .filter((type, index) => (scope.seen[index] ?? 0) < (scope.numbers?.[index] ?? this.#types[type]?.min ?? 0));
  }

  #missingIn(scope: ScopeState): number[] {
    return this.#lacking(scope, this.#childrenOf(scope.type).length);
  }
}
