import type { RecordNode, TypePlace } from './tree.ts';

/** Where a record belongs, and what is wrong with its place. */
export interface Place {
  /** The record or the file that encloses it. */
  parent: RecordNode;
  isUnexpected: boolean;
  /** The types whose required records are missing before it. */
  missing: number[];
  /** The records that have ended before it, and the types that each of them lacks. */
  left: Left[];
}

/** A record that has ended, and the types that it lacks. */
export interface Left {
  node: RecordNode;
  missing: number[];
}

/** Follows the places of the records of a file. It retains every record instead of counters. */
export class Places {
  readonly file: RecordNode = { type: -1, record: 0, line: 0, values: null, parent: null, children: [], sequence: [] };
  /** The innermost open record or the file. */
  #current: RecordNode = this.file;
  /** The records that have ended with the last record. */
  #left: Left[] = [];
  readonly #types: readonly TypePlace[];
  readonly #isAnyOrder: boolean;
  /** The required types of a scope that were reported as missing. */
  readonly #reported = new Map<RecordNode, Set<number>>();

  constructor(types: readonly TypePlace[], isAnyOrder: boolean) {
    this.#types = types;
    this.#isAnyOrder = isAnyOrder;
  }

  /**
   * Closes the records whose elements have ended. `open` are those whose elements have not, the outermost first. A record
   * that is missing, but encloses others, may stand for one that has ended before. Returns the types that lack a required
   * record.
   */
  closeUntil(open: readonly RecordNode[]): Left[] {
    this.#left = [];
    const nodes: RecordNode[] = [];
    for (let node = this.#current; node.parent !== null; node = node.parent) nodes.unshift(node);
    let matched = 0;
    let innermost = this.file;
    for (const node of nodes) {
      if (node.type !== open[matched]?.type) continue;
      matched++;
      innermost = node;
    }
    if (matched < open.length) return [];
    this.#closeAll((node) => node === innermost);
    return this.#left;
  }

  #closeAll(isOpen: (node: RecordNode) => boolean): number[] {
    const missing: number[] = [];
    while (this.#current.parent !== null && !isOpen(this.#current)) missing.push(...this.#leave());
    return missing;
  }

  /** The innermost open record, or the file. */
  get current(): RecordNode {
    return this.#current;
  }

  /** Finds the place of a record of a type, and adds the record there. */
  add(type: number, own: Pick<RecordNode, 'record' | 'line'>): Place & { node: RecordNode } {
    this.#left = [];
    const parentType = this.#types[type]?.parent ?? -1;
    const open = this.#findOpen(parentType);
    const isUnexpected = open === null || !this.#fits(open, type);
    const missing: number[] = [];
    const parent = open ?? this.#openMissing(parentType, missing);
    while (this.#current !== parent) missing.push(...this.#leave());
    if (isUnexpected) this.#restartAt(parent, type);
    else missing.push(...this.#passed(parent, type));
    const node: RecordNode = { type, ...own, values: null, parent, children: [], sequence: [] };
    parent.children.push(node);
    parent.sequence.push(type);
    if (this.#inside(type).length > 0) this.#current = node;
    return { node, parent, isUnexpected, missing, left: this.#left };
  }

  /** Ends the file. Returns the types that lack a required record. */
  end(): Left[] {
    this.#left = [];
    this.#closeAll(() => false);
    return [...this.#left, { node: this.file, missing: this.#lacking(this.file, this.#inside(-1)) }];
  }

  #findOpen(type: number): RecordNode | null {
    for (let node: RecordNode | null = this.#current; node !== null; node = node.parent)
      if (node.type === type) return node;
    return null;
  }

  /** Adds a record that is missing, so that it encloses the next one. Adds what is missing before it to `missing`. */
  #openMissing(type: number, missing: number[]): RecordNode {
    const parentType = this.#types[type]?.parent ?? -1;
    const parent = this.#findOpen(parentType) ?? this.#openMissing(parentType, missing);
    while (this.#current !== parent) missing.push(...this.#leave());
    this.#restartAt(parent, type);
    const node: RecordNode = { type, record: 0, line: 0, values: null, parent, children: [], sequence: [] };
    parent.children.push(node);
    parent.sequence.push(type);
    this.#current = node;
    return node;
  }

  /** Goes back to the state in which the type is allowed: later types of the list have not occurred. */
  #restartAt(parent: RecordNode, type: number): void {
    if (!this.#isAny(parent.type)) parent.sequence = parent.sequence.filter((one) => one <= type);
  }

  #isAny(type: number): boolean {
    return type < 0 ? this.#isAnyOrder : (this.#types[type]?.isAnyOrder ?? false);
  }

  #inside(type: number): number[] {
    return [...this.#types.keys()].filter((one) => this.#types[one]?.parent === type);
  }

  #fits(parent: RecordNode, type: number): boolean {
    const { max } = this.#limits(parent, type);
    const isInOrder = this.#isAny(parent.type) || parent.sequence.every((one) => one <= type);
    return isInOrder && parent.sequence.filter((one) => one === type).length < max;
  }

  #limits(parent: RecordNode, type: number): { min: number; max: number } {
    const { min, max, numberField } = this.#types[type] ?? { min: 0, max: 0, numberField: null };
    const text = numberField === null ? null : (parent.values?.get(numberField) ?? null);
    if (numberField === null) return { min, max };
    const number = text === null ? -1 : Number(text);
    return Number.isSafeInteger(number) && number >= 0 ? { min: number, max: number } : { min: 0, max: Infinity };
  }

  #passed(parent: RecordNode, type: number): number[] {
    const earlier = this.#inside(parent.type).filter((one) => one < type);
    const lacking = this.#isAny(parent.type) ? [] : this.#lacking(parent, earlier);
    const reported = this.#reported.get(parent) ?? new Set();
    for (const one of lacking) reported.add(one);
    this.#reported.set(parent, reported);
    return lacking;
  }

  #lacking(parent: RecordNode, types: readonly number[]): number[] {
    return types.filter((type) => {
      const found = parent.children.filter((child) => child.type === type).length;
      return found < this.#limits(parent, type).min && this.#reported.get(parent)?.has(type) !== true;
    });
  }

  /** Closes the innermost record. Returns the types that it lacks. */
  #leave(): number[] {
    const node = this.#current;
    this.#current = node.parent ?? this.file;
    const missing = this.#lacking(node, this.#inside(node.type));
    this.#left.push({ node, missing });
    return missing;
  }
}
