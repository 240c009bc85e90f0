/** One thing that is wrong with a definition. */
export interface DefinitionProblem {
  /** The keys and indexes that lead to the value. */
  readonly path: readonly (string | number)[];
  /** Whether the problem is a key (an unknown one) or its value. */
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** The place of a value in a definition, and the list to which its problems are added. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly problems: DefinitionProblem[];
}

/** Reads a value of a definition. Throws an Error whose message continues "NAME …", for example "takes a text". */
export type Read<T> = (value: unknown, place: Place) => T;

/** A key of a mapping: how to read its value, and the value if the key is absent. Without `fallback` it is required. */
export interface Key<T> {
  readonly read: Read<T>;
  readonly fallback?: T;
}

/** The keys of a mapping, by name. */
export type Keys = Readonly<Record<string, Key<unknown>>>;
/** The values of a mapping with these keys. */
export type Values<K extends Keys> = { -readonly [Name in keyof K]: ReturnType<K[Name]['read']> };

/** Thrown instead of a value if its problems were already added to the list. */
class Reported extends Error {}

/** Creates a reader of mappings with exactly these keys. It reports all unknown keys, missing keys and wrong values. */
export function mapping<K extends Keys>(keys: K): Read<Values<K>> {
  return (value, place) => {
    if (!isMapping(value)) throw new Error(`takes a mapping with ${listKeys(Object.keys(keys))}`);
    const before = place.problems.length;
    for (const name of Object.keys(value))
      if (!Object.hasOwn(keys, name)) reportUnknown(name, Object.keys(keys), place);
    const entries = Object.entries(keys).map(([name, key]) => [name, readKey(value, name, { key, place })]);
    if (place.problems.length > before) throw new Reported();
    // Every value was read by its key, which defines the type.
    return Object.fromEntries(entries) as Values<K>;
  };
}

/** Creates a reader of lists of `min` to `max` items. */
export function list<T>(item: Read<T>, { min = 0, max = 100 }: { min?: number; max?: number } = {}): Read<T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) throw new Error('takes a list');
    if (value.length < min || value.length > max) throw new Error(`takes a list of ${min} to ${max} items`);
    const before = place.problems.length;
    const items = value.map((one, index) => readAt(item, one, { ...place, path: [...place.path, index] }));
    if (place.problems.length > before) throw new Reported();
    return items as T[];
  };
}

/** Creates a reader of values that may be null or absent. */
export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value, place) => (value === null ? null : read(value, place));
}

/** Reads a whole definition. Returns its value, or all problems. */
export function readDocument<T>(
  read: Read<T>,
  value: unknown,
): { kind: 'valid'; value: T } | { kind: 'invalid'; problems: DefinitionProblem[] } {
  const problems: DefinitionProblem[] = [];
  const result = readAt(read, value, { path: [], problems });
  // Without a problem, readAt() has returned a value.
  return problems.length === 0 ? { kind: 'valid', value: result as T } : { kind: 'invalid', problems };
}

/** Returns true for an object that is not a list. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a path as text: `source.pattern`, `specs.0.spec`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.join('.');
}

function readKey(
  value: Readonly<Record<string, unknown>>,
  name: string,
  { key, place }: { key: Key<unknown>; place: Place },
): unknown {
  if (!Object.hasOwn(value, name)) {
    if (key.fallback !== undefined) return key.fallback;
    const path = [...place.path, name];
    place.problems.push({ path, at: 'value', message: `"${formatPath(path)}" is required` });
    return undefined;
  }
  return readAt(key.read, value[name], { ...place, path: [...place.path, name] });
}

function readAt<T>(read: Read<T>, value: unknown, place: Place): T | undefined {
  try {
    return read(value, place);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const name = place.path.length === 0 ? 'the definition' : `"${formatPath(place.path)}"`;
    if (!(error instanceof Reported))
      place.problems.push({ path: place.path, at: 'value', message: `${name} ${error.message}` });
    return undefined;
  }
}

function reportUnknown(name: string, known: readonly string[], { path, problems }: Place): void {
  const where = path.length === 0 ? 'a job' : `"${formatPath(path)}"`;
  problems.push({
    path: [...path, name],
    at: 'key',
    message: `"${name.slice(0, 100)}" is not a key of ${where}. Its keys are ${known.join(', ')}`,
  });
}

function listKeys(names: readonly string[]): string {
  return names.length === 1 ? `the key ${names[0]}` : `the keys ${names.join(', ')}`;
}
