import type { FileStructure, ScopeState, TypePlace } from './structure.ts';

/** The record types of a file and how they enclose each other. -1 is the file. */
export class TypeTree {
  readonly #types: readonly TypePlace[];
  readonly #anyOrder: boolean;
  /** The types inside each type, in the order of the spec. Index 0 is the file. */
  readonly #inside: readonly (readonly number[])[];
  /** The place of each type among the types of its parent. */
  readonly #places: readonly number[];

  constructor({ types, anyOrder }: Pick<FileStructure, 'types' | 'anyOrder'>) {
    this.#types = types;
    this.#anyOrder = anyOrder;
    this.#inside = [-1, ...types.keys()].map((parent) =>
      [...types.keys()].filter((type) => types[type]?.parent === parent),
    );
    this.#places = types.map(({ parent }, type) => this.childrenOf(parent).indexOf(type));
  }

  get(type: number): TypePlace | undefined {
    return this.#types[type];
  }

  parentOf(type: number): number {
    return this.#types[type]?.parent ?? -1;
  }

  /** Returns the place of a type among the types of its parent. */
  placeOf(type: number): number {
    return this.#places[type] ?? -1;
  }

  childrenOf(type: number): readonly number[] {
    return this.#inside[type + 1] ?? [];
  }

  /** Returns how many records of a type a scope may have. */
  maxIn(scope: ScopeState | undefined, type: number): number {
    return scope?.numbers?.[this.placeOf(type)] ?? this.get(type)?.max ?? 0;
  }

  /** Returns whether a scope limits the number of records of a type to more than one. */
  hasLimits(scope: ScopeState): boolean {
    return this.childrenOf(scope.type).some((type) => {
      const max = this.maxIn(scope, type);
      return max > 1 && max < Infinity;
    });
  }

  isAnyOrder(type: number): boolean {
    return type < 0 ? this.#anyOrder : this.#types[type]?.anyOrder === true;
  }
}
