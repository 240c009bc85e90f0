/** Members that examples cannot repeat: times, durations, ids that the service invents, and the text of a module. */
const VOLATILE = [
  ...['createdAt', 'updatedAt', 'rotatedAt', 'finishedAt', 'timestamp', 'since', 'state', 'durationMs', 'module'],
  ...['id', 'runId', 'rejectsOf', 'credentialId'],
];

/**
 * Returns the first path at which a response differs from its example; null if it does not. Volatile members must have
 * the same type only. A text is like its beginning, and an object of the document like its first members.
 */
export function findDifference(example: unknown, actual: unknown, path = ''): string | null {
  if (path === '' && typeof example === 'string' && typeof actual === 'string' && actual.startsWith(example))
    return null;
  const name = path.slice(path.lastIndexOf('.') + 1);
  if (VOLATILE.includes(name)) return typeof example === typeof actual ? null : describe(path, example, actual);
  if (typeof example !== 'object' || example === null)
    return Object.is(example, actual) ? null : describe(path, example, actual);
  if (typeof actual !== 'object' || actual === null || Array.isArray(example) !== Array.isArray(actual))
    return describe(path, example, actual);
  const names = new Set([...Object.keys(example), ...(isDocument(path, example) ? [] : Object.keys(actual))]);
  for (const each of names) {
    const difference = findDifference(at(example, each), at(actual, each), `${path}.${each}`);
    if (difference !== null) return difference;
  }
  return null;
}

/**
 * Returns the first path that only one of an example and a response has; null if there is none. The first element of an
 * array represents all. A null is like everything.
 */
export function findMissing(example: unknown, actual: unknown, path = ''): string | null {
  if (example === null || actual === null) return null;
  if (Array.isArray(example) && Array.isArray(actual)) return findMissing(example[0], actual[0], `${path}[0]`);
  if (typeof example !== typeof actual) return describe(path, example, actual);
  if (typeof example !== 'object' || typeof actual !== 'object') return null;
  for (const name of new Set([...Object.keys(example), ...Object.keys(actual)])) {
    const difference = findMissing(at(example, name), at(actual, name), `${path}.${name}`);
    if (difference !== null) return difference;
  }
  return null;
}

/** Whether an example shows only some members of an OpenAPI document. */
function isDocument(path: string, example: object): boolean {
  return 'openapi' in example || path === '.info' || path === '.paths';
}

function at(value: object, name: string): unknown {
  return (value as Readonly<Record<string, unknown>>)[name];
}

function describe(path: string, example: unknown, actual: unknown): string {
  return `${path || 'the body'}: the example is ${JSON.stringify(example)}, the response ${JSON.stringify(actual)}`;
}
