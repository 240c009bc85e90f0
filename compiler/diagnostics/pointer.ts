/**
 * Returns the JSON pointer (RFC 6901) for a path of keys and indexes: `pointerTo('fields', 3, 'name')` is
 * `/fields/3/name`.
 */
export function pointerTo(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns the unescaped keys and indexes of a JSON pointer. */
export function stepsOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
