import { type FixedWidthLine, sliceCharacters } from './line.ts';

/** How lines of one record type are recognized, and how long they may be. Lengths are in code points. */
export interface FixedWidthType {
  /** The values at these characters, from 1, that select the type. Null: all lines that no other type selects. */
  readonly when: { readonly start: number; readonly length: number; readonly values: readonly string[] } | null;
  readonly minLength: number;
  readonly maxLength: number;
}

/** The types that lines select by their characters at one place. */
interface Place {
  readonly start: number;
  readonly length: number;
  /** The index of the type by the text at this place. */
  readonly types: ReadonlyMap<string, number>;
}

/** The result of `findType` if no type selects a line. */
export const UNKNOWN = -1;

/** Finds the record type of a line by its characters. */
export class FixedWidthTypeFinder {
  readonly #places: readonly Place[];
  readonly #fallback: number;

  constructor(types: readonly FixedWidthType[]) {
    this.#fallback = types.findIndex(({ when }) => when === null);
    const places = new Map<string, Place & { types: Map<string, number> }>();
    for (const [index, { when }] of types.entries()) {
      if (when === null) continue;
      const key = `${when.start} ${when.length}`;
      const place = places.get(key) ?? { start: when.start, length: when.length, types: new Map<string, number>() };
      places.set(key, place);
      for (const value of when.values) place.types.set(value, index);
    }
    this.#places = [...places.values()];
  }

  /** Returns the index of the type of a line, or UNKNOWN. */
  findType(line: FixedWidthLine): number {
    for (const { start, length, types } of this.#places) {
      const type = types.get(sliceCharacters(line, start, length));
      if (type !== undefined) return type;
    }
    return this.#fallback;
  }
}
