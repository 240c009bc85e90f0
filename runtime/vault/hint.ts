const MASK = '****';
const SHOWN = 4;
/** A shorter secret would lose too much of its strength by four shown characters. */
const SHORTEST_SHOWN = 12;

/** Returns a reminder of a secret: `****` and its last four characters, or `****` alone for a short one. */
export function hintOf(secret: string): string {
  const characters = [...secret];
  return characters.length < SHORTEST_SHOWN ? MASK : MASK + characters.slice(-SHOWN).join('');
}
