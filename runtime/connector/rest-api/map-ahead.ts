/** How a listing is read. */
export interface AheadInput<T> {
  /** Returns whether a path is part of the listing. */
  isListed(path: string): boolean;
  /** Returns what is listed of a path. */
  read(path: string): Promise<T>;
  /** How many values are read at the same time. */
  readonly ahead: number;
}

/**
 * Yields the value of each listed path in their order, and reads the next ones at the same time. Throws the errors of
 * `read`.
 */
export async function* mapAhead<T>(
  paths: Iterable<string>,
  { isListed, read, ahead }: AheadInput<T>,
): AsyncGenerator<T> {
  const values: Promise<T>[] = [];
  for (const path of paths) {
    if (!isListed(path)) continue;
    const value = read(path);
    // An error is thrown when its turn comes, or never, if the caller ends before.
    value.catch(() => {});
    values.push(value);
    const first = values.length < ahead ? undefined : values.shift();
    if (first !== undefined) yield await first;
  }
  for (const value of values) yield await value;
}
