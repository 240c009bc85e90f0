import * as z from 'zod/mini';

/** One thing that is wrong with a definition. */
export interface DefinitionProblem {
  /** The keys and indexes that lead to the value. */
  readonly path: readonly (string | number)[];
  /** Whether the problem is a key (an unknown one) or its value. */
  readonly at: 'key' | 'value';
  readonly message: string;
}

/**
 * Creates the schema of a mapping with exactly these keys. The messages of this file, and of all values in it, continue
 * "NAME …", for example "takes a text".
 */
export function mapping<Keys extends Readonly<Record<string, z.ZodMiniType>>>(keys: Keys) {
  const [first, ...others] = Object.keys(keys);
  const names = [first, ...others].join(', ');
  const expected = `takes a mapping with the ${others.length === 0 ? 'key' : 'keys'} ${names}`;
  return z.strictObject(keys, { error: ({ code }) => (code === 'unrecognized_keys' ? names : expected) });
}

/** Creates the schema of a list of `min` to `max` items. */
export function list<Item extends z.ZodMiniType>(item: Item, { min = 0, max = 100 } = {}) {
  const size = `takes a list of ${min} to ${max} items`;
  return z.array(item, 'takes a list').check(z.minLength(min, size), z.maxLength(max, size));
}

/** Reads a whole definition. Returns its value, or all problems: every unknown key, missing key and wrong value. */
export function readDocument<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
): { kind: 'valid'; value: T } | { kind: 'invalid'; problems: DefinitionProblem[] } {
  const result = z.safeParse(schema, value);
  if (result.success) return { kind: 'valid', value: result.data };
  const problems: DefinitionProblem[] = [];
  for (const issue of result.error.issues) {
    // The cast is safe: JSON and YAML have no symbols as keys.
    const path = issue.path as (string | number)[];
    const isInside = (problem: DefinitionProblem) => path.every((step, index) => problem.path[index] === step);
    if (issue.code === 'unrecognized_keys') {
      const unknown = issue.keys.map((key) => describeUnknown(key, path, issue.message));
      const first = problems.findIndex(isInside);
      problems.splice(first < 0 ? problems.length : first, 0, ...unknown);
    } else if (problems.every((problem) => !isInside(problem) || problem.path.length > path.length)) {
      // What is wrong with a list as a whole replaces what is wrong with its items.
      const others = problems.filter((problem) => !isInside(problem));
      problems.splice(0, problems.length, ...others, describeWrong(path, value, issue.message));
    }
  }
  return { kind: 'invalid', problems };
}

/** Returns true for an object that is not a list. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a path as text: `source.pattern`, `specs.0.spec`. */
export function formatPath(path: readonly (string | number)[]): string {
  return path.join('.');
}

function describeUnknown(name: string, path: readonly (string | number)[], known: string): DefinitionProblem {
  const where = path.length === 0 ? 'a job' : `"${formatPath(path)}"`;
  const message = `"${name.slice(0, 100)}" is not a key of ${where}. Its keys are ${known}`;
  return { path: [...path, name], at: 'key', message };
}

function describeWrong(path: readonly (string | number)[], whole: unknown, message: string): DefinitionProblem {
  const name = path.length === 0 ? 'the definition' : `"${formatPath(path)}"`;
  return { path, at: 'value', message: `${name} ${isMissing(whole, path) ? 'is required' : message}` };
}

function isMissing(whole: unknown, path: readonly (string | number)[]): boolean {
  let value = whole;
  for (const step of path) {
    if (!isMapping(value) && !Array.isArray(value)) return false;
    if (!Object.hasOwn(value, step)) return isMapping(value);
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return false;
}
