import type { FastChunk, FastGroupReader, FastTypeReader, FastTypes } from '../fast/reader.ts';
import type { RecordReport } from '../model/record-report.ts';
import type { Repeat } from './repeat.ts';

/** The groups of one type in the records of another one. */
interface ReadGroups {
  readonly type: number;
  readonly groups: FastGroupReader;
  /** How many of them a record has at least. If it has fewer, only the careful reader reads it. */
  readonly min: number;
  /** How many groups the last record has. */
  count: number;
}

/**
 * Returns fast readers that read the groups of each record as records of their own, after the record that has them. Until
 * the last one is read, the next record begins where the record with the groups does. `min` has the minimum number of groups
 * of each repeat.
 */
export function fastGroups(
  fast: FastTypes,
  repeats: readonly Pick<Repeat, 'type' | 'parent'>[],
  min: readonly number[],
): FastTypes {
  return new FastGroups(
    fast,
    repeats.map(({ type, parent }, index) => ({ type, parent, min: min[index] ?? 0 })),
  );
}

type Places = readonly { readonly type: number; readonly parent: number; readonly min: number }[];

class FastGroups implements FastTypes {
  readonly endsDocuments = true;
  readonly types: readonly (FastTypeReader | null)[];
  readonly #fast: FastTypes;
  /** The groups in the records of each type. */
  readonly #inside: readonly (readonly ReadGroups[])[];
  readonly #isGroup: readonly boolean[];
  /** Index of the record whose groups are next. -1: there is none. */
  #line = -1;
  /** Index after the record that was read last, if it has groups. */
  #end = 0;
  /** The groups of that record, the index of the type that is read, and the number of the next group, from 1. */
  #own: readonly ReadGroups[] = [];
  #index = 0;
  #number = 1;

  constructor(fast: FastTypes, repeats: Places) {
    this.#fast = fast;
    this.#inside = fast.types.map((_, parent) =>
      repeats
        .filter((repeat) => repeat.parent === parent)
        .flatMap(({ type, min }) => {
          const groups = fast.types[type]?.groups;
          return groups === undefined ? [] : [{ type, groups, min, count: 0 }];
        }),
    );
    this.#isGroup = fast.types.map((_, type) => repeats.some((repeat) => repeat.type === type));
    this.types = fast.types.map((reader, type) =>
      reader === null || this.#inside[type]?.length === 0 ? reader : this.#beginningWith(reader),
    );
  }

  findType(at: number, layout: unknown): number {
    if (at === this.#line) return this.#own[this.#index]?.type ?? -1;
    return this.#fast.findType(at, layout);
  }

  read(type: number, at: number, length: number): number {
    if (this.#isGroup[type] === true) return this.#readGroup(type, at, length);
    const end = this.#fast.read(type, at, length);
    const inside = this.#inside[type];
    if (inside === undefined || inside.length === 0 || end < 0) return end;
    this.#own = inside;
    this.#end = this.#fast.next(type);
    for (let index = 0; index < inside.length; index++) {
      const one = inside[index] as ReadGroups;
      one.count = one.groups.count(at, this.#end);
      if (one.count < one.min) return -1;
    }
    this.#index = 0;
    this.#number = 1;
    this.#line = at;
    this.#skipAbsent();
    return end;
  }

  next(type: number): number {
    const hasGroups = this.#isGroup[type] === true || (this.#inside[type]?.length ?? 0) > 0;
    if (!hasGroups) return this.#fast.next(type);
    return this.#line < 0 ? this.#end : this.#line;
  }

  #readGroup(type: number, at: number, length: number): number {
    const one = this.#own[this.#index];
    if (at !== this.#line || one?.type !== type) return -1;
    one.groups.use(this.#number);
    const end = this.#fast.read(type, at, length);
    if (end < 0) return -1;
    this.#number++;
    this.#skipAbsent();
    return end;
  }

  /** Moves to the next type of groups that the record has, if all of the present type are read. */
  #skipAbsent(): void {
    while (this.#index < this.#own.length && this.#number > (this.#own[this.#index]?.count ?? 0)) {
      this.#index++;
      this.#number = 1;
    }
    if (this.#index === this.#own.length) this.#line = -1;
  }

  /** Other bytes may have the index of the record whose groups were next. */
  #beginningWith(reader: FastTypeReader): FastTypeReader {
    return {
      ...reader,
      begin: (report: RecordReport, chunk: FastChunk) => {
        this.#line = -1;
        return reader.begin(report, chunk);
      },
    };
  }
}
