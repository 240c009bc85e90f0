import type { Outcome } from '../model/contract.ts';
import type { TypePlace } from './structure.ts';

/**
 * The values of the records that enclose a record or precede it, by the name of their type. Null: the record failed,
 * was skipped or is missing. Undefined: there was none.
 */
export type EnclosingValues = Record<string, unknown>;

/** The outcome of a record whose values others copy. A record that is missing counts as failed. */
export type BadOutcome = Exclude<Outcome, 'processed'>;

/** The records whose values others copy, as plain JSON data. Checkpoints store it, so its member names must not change. */
export interface EnclosingState {
  values: EnclosingValues;
  bad: Record<string, BadOutcome>;
}

/** Holds the last record of each type whose values other types copy, while the record around it is open. */
export class EnclosingRecords {
  /** The values by the name of the type; see EnclosingValues. */
  readonly values: EnclosingValues = Object.create(null) as EnclosingValues;
  /** Grows whenever the values may have changed. */
  version = 0;
  readonly #bad = new Map<string, BadOutcome>();
  /** The last state that `mark` returned, and its version. */
  #mark: EnclosingState | null = null;
  #markedVersion = 0;
  readonly #types: readonly TypePlace[];
  /** The types whose values others copy, as indexes. */
  readonly #copied: ReadonlySet<number>;
  /** For each type, the copied types inside it at any depth. */
  readonly #inside: readonly (readonly number[])[];

  constructor(types: readonly TypePlace[], copied: ReadonlySet<number>, state: EnclosingState | null) {
    this.#types = types;
    this.#copied = copied;
    this.#inside = [...types.keys()].map((type) => [...copied].filter((one) => this.#isInside(one, type)));
    if (state !== null) this.restore(state);
  }

  /** Returns to an earlier state. */
  restore(state: EnclosingState): void {
    if (state === this.#mark && this.#markedVersion === this.version) return;
    const { values, bad } = state;
    for (const name of Object.keys(this.values)) delete this.values[name];
    Object.assign(this.values, values);
    this.#bad.clear();
    for (const [name, outcome] of Object.entries(bad)) this.#bad.set(name, outcome);
    this.version++;
  }

  /** Returns the same as `state`. While nothing changes, it is the same object. */
  mark(): EnclosingState {
    if (this.#mark === null || this.#markedVersion !== this.version) this.#mark = this.state();
    this.#markedVersion = this.version;
    return this.#mark;
  }

  /** Returns the records as plain JSON data. */
  state(): EnclosingState {
    return { values: { ...this.values }, bad: Object.fromEntries(this.#bad) };
  }

  /** Returns why no values can be copied from a type. Null if its last record was processed, or if there was none. */
  badOutcome(type: number): BadOutcome | null {
    return this.#bad.get(this.#nameOf(type)) ?? null;
  }

  /** Forgets the last record of a type and what it encloses, because another one begins. */
  begin(type: number): void {
    if (this.#copied.has(type)) this.#set(type, undefined, null);
    this.close(type);
  }

  /** Forgets what the last record of a type encloses. Its own values remain for the records after it. */
  close(type: number): void {
    for (const one of this.#inside[type] ?? []) this.#set(one, undefined, null);
  }

  /** Notes that a record is missing that encloses the next one. */
  setMissing(type: number): void {
    if (this.#copied.has(type)) this.#set(type, null, 'failed');
  }

  /** Stores the values of a record if others copy them. */
  add(type: number, outcome: Outcome, values: unknown): void {
    if (!this.#copied.has(type)) return;
    if (outcome === 'processed') this.#set(type, values, null);
    else this.#set(type, null, outcome);
  }

  #set(type: number, values: unknown, bad: BadOutcome | null): void {
    const name = this.#nameOf(type);
    this.version++;
    if (values === undefined) delete this.values[name];
    else this.values[name] = values;
    if (bad === null) this.#bad.delete(name);
    else this.#bad.set(name, bad);
  }

  #nameOf(type: number): string {
    return this.#types[type]?.name ?? '';
  }

  #isInside(type: number, ancestor: number): boolean {
    const parent = this.#types[type]?.parent ?? -1;
    return parent >= 0 && (parent === ancestor || this.#isInside(parent, ancestor));
  }
}
