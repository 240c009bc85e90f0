/**
 * The numbers from 0 to size - 1 in groups that can be split. Mark some numbers, and then split each group into its
 * marked and unmarked numbers.
 */
export interface Partition {
  /** The group of each number. Splits update it. */
  readonly blockOf: Int32Array;
  /** Returns the number of groups. */
  count(): number;
  /** Marks a number until the next `split`. */
  mark(element: number): void;
  /**
   * Splits each group with both marked and unmarked numbers. The smaller part becomes a new group with the next number.
   * Clears all marks.
   */
  split(): void;
  /** Calls `visit` for each number of a group. `visit` must not call `mark` of this partition. */
  each(group: number, visit: (element: number) => void): void;
}

/**
 * Creates a partition of the numbers from 0 to size - 1. Without `key`, there is one group. Otherwise, there is one
 * group per value of `key`, in ascending order.
 */
export function createPartition(size: number, key?: (element: number) => number): Partition {
  // `elements` contains the numbers group by group, with the marked numbers of each group first.
  const elements = Int32Array.from({ length: size }, (_, i) => i);
  if (key) elements.sort((a, b) => key(a) - key(b) || a - b);
  const positionOf = new Int32Array(size);
  const blockOf = new Int32Array(size);
  const first: number[] = size > 0 ? [0] : [];
  const marked: number[] = size > 0 ? [0] : [];
  elements.forEach((element, i) => {
    if (key && i > 0 && key(element) !== key(elements[i - 1] ?? 0)) marked[first.push(i) - 1] = 0;
    positionOf[element] = i;
    blockOf[element] = first.length - 1;
  });
  const end = first.map((_, group) => first[group + 1] ?? size);
  const touched: number[] = [];

  const mark = (element: number): void => {
    const group = blockOf[element] ?? 0;
    const from = positionOf[element] ?? 0;
    const to = (first[group] ?? 0) + (marked[group] ?? 0);
    if (from < to) return;
    const other = elements[to] ?? 0;
    elements[from] = other;
    positionOf[other] = from;
    elements[to] = element;
    positionOf[element] = to;
    if (marked[group] === 0) touched.push(group);
    marked[group] = (marked[group] ?? 0) + 1;
  };

  const splitGroup = (group: number): void => {
    const [from, to] = [first[group] ?? 0, end[group] ?? 0];
    const middle = from + (marked[group] ?? 0);
    marked[group] = 0;
    if (middle === to) return;
    const headIsSmaller = middle - from <= to - middle;
    const fresh = first.push(headIsSmaller ? from : middle) - 1;
    end[fresh] = headIsSmaller ? middle : to;
    marked[fresh] = 0;
    if (headIsSmaller) first[group] = middle;
    else end[group] = middle;
    for (let i = first[fresh] ?? 0; i < (end[fresh] ?? 0); i++) blockOf[elements[i] ?? 0] = fresh;
  };

  return {
    blockOf,
    count: () => first.length,
    mark,
    split() {
      for (let group = touched.pop(); group !== undefined; group = touched.pop()) splitGroup(group);
    },
    each(group, visit) {
      for (let i = first[group] ?? 0; i < (end[group] ?? 0); i++) visit(elements[i] ?? 0);
    },
  };
}
