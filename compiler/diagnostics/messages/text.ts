import { findClosestWord } from './closest-word.ts';

/** Returns text of a spec in quotes, cut to 60 code points, with control characters escaped. */
export function quoted(text: string): string {
  return `"${shown(text)}"`;
}

/** Returns text of a spec on one line, cut to 60 code points, with control characters escaped. */
export function shown(text: string): string {
  const start = [...text.slice(0, 122)];
  const cut = start.length > 60 ? `${start.slice(0, 59).join('')}…` : start.join('');
  return cut.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu, escaped);
}

function escaped(character: string): string {
  const names: Record<string, string> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  return names[character] ?? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Returns a number of characters in words: `1 character`, `2 characters`. */
export function characters(count: number): string {
  return `${count} ${count === 1 ? 'character' : 'characters'}`;
}

/** Returns `; did you mean "…"?` with the closest known word, or an empty text if no word is close. */
export function didYouMean(written: string, known: readonly string[]): string {
  const word = findClosestWord(written, known);
  return word === null ? '' : `; did you mean ${quoted(word)}?`;
}
