import type { Severity } from '../model/contract.ts';

/** Where the records of a type occur in a file. It is a constant of the generated module. */
export interface TypePlace {
  readonly name: string;
  /** The index of the type whose records enclose these records. -1: the file encloses them. */
  readonly parent: number;
  /** How many of these records each enclosing record has. */
  readonly min: number;
  readonly max: number;
  /** Whether the types inside a record of this type occur in any order. */
  readonly anyOrder: boolean;
  /** Returns the number of these records, from the values of the enclosing record. Absent: `min` and `max` apply. */
  readonly number?: (values: never) => string | null;
}

/** The record types of a file in the order of the spec, and what happens to records at a wrong place. */
export interface FileStructure {
  readonly types: readonly TypePlace[];
  /** Whether the types that no other record encloses occur in any order. */
  readonly anyOrder: boolean;
  /** The severities of the three settings. Null: no issue. */
  readonly onUnexpectedRecord: Severity | null;
  readonly onMissingRecord: Severity | null;
  readonly onUnknownRecordType: Severity | null;
  /** The size of a block in lines, and the severity of an incomplete block. Absent: any number of lines is right. */
  readonly block?: { readonly lines: number; readonly severity: Severity };
}

/**
 * An open scope: the file, or a record that may enclose others. Checkpoints store it, so its member names must not
 * change.
 */
export interface ScopeState {
  /** The index of the record type. -1: the file. */
  type: number;
  /** The place of the last record among the types inside, from 0. Always 0 if they occur in any order. */
  at: number;
  /**
   * The number of records of each type inside. `counts` limits further records. It restarts after a record at a wrong
   * place. `seen` decides whether a required record is missing.
   */
  counts: number[];
  seen: number[];
  /** The numbers that the record itself demands, by the place of the type inside. Absent: it demands none. */
  numbers?: Record<number, number>;
}

/** What the structure says about one record. */
export interface Placement {
  /** Whether the record does not fit at its place. */
  readonly isUnexpected: boolean;
  /** The types that lack a required record before this one. */
  readonly missing: readonly number[];
  /** The types of the scopes that the record closes, the innermost first. */
  readonly closed: readonly number[];
  /** The types of the scopes that were opened for the record although their own record is missing. */
  readonly opened: readonly number[];
}

/**
 * Follows the nesting, order and number of the records of a file. It is an automaton with counters: its state is the
 * stack of open scopes.
 */
export class StructureWalker {
  readonly #types: readonly TypePlace[];
  readonly #anyOrder: boolean;
  /** The types inside each type, in the order of the spec. Index 0 is the file. */
  readonly #inside: readonly (readonly number[])[];
  #scopes: ScopeState[];

  /** @param state the scopes of a position at which reading resumes. Null: the beginning of the file. */
  constructor({ types, anyOrder }: Pick<FileStructure, 'types' | 'anyOrder'>, state: readonly ScopeState[] | null) {
    this.#types = types;
    this.#anyOrder = anyOrder;
    this.#inside = [-1, ...types.keys()].map((parent) =>
      [...types.keys()].filter((type) => types[type]?.parent === parent),
    );
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
    return { closed: closed.map(({ type }) => type), missing: closed.flatMap((scope) => this.#missingIn(scope)) };
  }

  /**
   * Moves to the next record. If the record does not fit, continues from the state that allows its type and closes the
   * fewest scopes.
   */
  place(type: number): Placement {
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
    if (this.#childrenOf(type).length > 0) this.#scopes.push(this.#createScope(type));
    return { isUnexpected, missing, closed: closed.map((one) => one.type), opened };
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
    const place = this.#childrenOf(scope.type).indexOf(type);
    const hasRoom = (scope.counts[place] ?? 0) < (scope.numbers?.[place] ?? this.#types[type]?.max ?? 0);
    return hasRoom && (place >= scope.at || this.#isAnyOrder(scope.type));
  }

  /** Returns whether no required record is missing between the last record of a scope and a record of a type. */
  #isNext(scope: ScopeState, type: number): boolean {
    return (
      this.#isAnyOrder(scope.type) || this.#lacking(scope, this.#childrenOf(scope.type).indexOf(type)).length === 0
    );
  }

  #count(scope: ScopeState, type: number, isUnexpected: boolean): void {
    const place = this.#childrenOf(scope.type).indexOf(type);
    if (!this.#isAnyOrder(scope.type)) {
      scope.at = place;
      if (isUnexpected) scope.counts.fill(0, place + 1);
    }
    scope.counts[place] = (scope.counts[place] ?? 0) + 1;
    scope.seen[place] = (scope.seen[place] ?? 0) + 1;
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
    const children = this.#childrenOf(scope.type);
    const lacking = this.#lacking(scope, children.indexOf(type));
    // Each missing record is reported once.
    for (const missing of lacking) scope.seen[children.indexOf(missing)] = Number.MAX_SAFE_INTEGER;
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

function copyScope({ type, at, counts, seen, numbers }: ScopeState): ScopeState {
  return { type, at, counts: [...counts], seen: [...seen], ...(numbers !== undefined && { numbers: { ...numbers } }) };
}
