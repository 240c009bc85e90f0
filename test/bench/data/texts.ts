import type { Random } from './random.ts';
import { createNote } from './words.ts';

export const TEXTS_HEADER = 'id,title,body';

/** Returns a line with a cell of 1 kB. One in ten such cells is quoted and contains commas and quotes. */
export function createText(id: number, random: Random): string {
  const body = createNote(random, 200).slice(0, 1000).trim();
  const title = random.below(50) === 0 ? '  ' : ` ${createNote(random, 3)}`;
  return `${id},${title},${random.below(10) === 0 ? `"${body.replaceAll(' of ', ' ""of"", ')}"` : body}\n`;
}
