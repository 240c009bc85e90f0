const MASK = '****';
const SHOWN = 4;
/**
 * Minimum length of a secret whose last characters are shown. Four characters would reveal too much of a shorter one.
 */
const SHORTEST_SHOWN = 12;

/**
 * Returns a hint that reminds a user of a secret: `****` and its last four characters. For a secret of fewer than 12
 * characters, returns only `****`.
 */
export function hintOf(secret: string): string {
  const characters = [...secret];
  return characters.length < SHORTEST_SHOWN ? MASK : MASK + characters.slice(-SHOWN).join('');
}
