import { createCellTest } from '../lines/cell-condition.ts';
import type { JsonField, OuterType } from './fields/json-record.ts';
import { JsonRecordParser } from './record-parser.ts';

/** Returns the places whose values conditions examine, each once. */
export function selectingFields(types: readonly Pick<OuterType, 'when'>[]): JsonField[] {
  const paths = new Map<string, readonly string[]>();
  for (const { when = [] } of types) for (const { path } of when) paths.set(JSON.stringify(path), path);
  return [...paths.values()].map((path) => ({ path, reads: 'TEXT' }));
}

/** Finds the type of a record by its values. A number, `true` and `false` have the text as written; null has none. */
export class TypeSelector {
  /** The places whose values decide. */
  readonly fields: readonly JsonField[];
  readonly #tests: readonly {
    type: number;
    conditions: readonly { index: number; test: (text: string) => boolean }[];
  }[];
  /** The index of the type that has all other records. -1: there is none. */
  readonly #fallback: number;
  readonly #parser: JsonRecordParser;

  /** @param types the types that a record may have */
  constructor(types: readonly Pick<OuterType, 'type' | 'when'>[]) {
    this.fields = selectingFields(types);
    const places = this.fields.map(({ path }) => JSON.stringify(path));
    this.#tests = types.flatMap(({ type, when }) =>
      when === undefined
        ? []
        : {
            type,
            conditions: when.map((condition) => ({
              index: places.indexOf(JSON.stringify(condition.path)),
              test: createCellTest(condition),
            })),
          },
    );
    this.#fallback = types.find(({ when }) => when === undefined)?.type ?? -1;
    this.#parser = new JsonRecordParser({ fields: this.fields, isLenient: false }, null);
  }

  /** Returns the type of the record with a text, or -1 if it has none. The text may be malformed after these values. */
  find(text: string): number {
    if (this.#tests.length === 0) return this.#fallback;
    this.#parser.parse(text);
    return this.select(this.#parser.cells);
  }

  /** Returns the type of a record with the values at the places of `fields`, or -1. */
  select(texts: readonly (string | undefined)[]): number {
    const found = this.#tests.find(({ conditions }) =>
      conditions.every(({ index, test }) => {
        const text = texts[index];
        return text !== undefined && test(text);
      }),
    );
    return found?.type ?? this.#fallback;
  }
}
