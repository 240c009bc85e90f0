/** Replaces single ASCII characters of a text in place. */
export class ByteReplacer {
  /** Whether the last call of `replace` changed the text. */
  isChanged = false;
  /** The byte that replaces each byte, by byte value. 0 removes the byte. */
  readonly #replacements = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  /** 1 for each byte that is replaced, by byte value. */
  readonly #isReplaced = new Uint8Array(256);
  readonly #isRun: boolean;

  /**
   * @param characters the characters that are replaced, in ASCII
   * @param replacement one ASCII character, or an empty text, which removes the characters
   * @param isRun whether adjacent characters are replaced together
   */
  constructor(characters: string, replacement: string, isRun = false) {
    for (const character of characters) {
      const byte = character.charCodeAt(0);
      this.#replacements[byte] = replacement === '' ? 0 : replacement.charCodeAt(0);
      this.#isReplaced[byte] = 1;
    }
    this.#isRun = isRun;
  }

  /** Replaces characters from index `from` up to but excluding `to`. Returns the index after the result. */
  replace(bytes: Uint8Array, from: number, to: number): number {
    const replacements = this.#replacements;
    const isReplaced = this.#isReplaced;
    const isRun = this.#isRun;
    let end = from;
    let difference = 0;
    let isInRun = 0;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      const replacement = replacements[byte] as number;
      const isMatch = isReplaced[byte] as number;
      const isDropped = replacement === 0 || (isRun && (isMatch & isInRun) === 1);
      difference |= isDropped ? 1 : byte ^ replacement;
      isInRun = isMatch;
      bytes[end] = replacement;
      if (!isDropped) end++;
    }
    this.isChanged = difference !== 0;
    return end;
  }
}
