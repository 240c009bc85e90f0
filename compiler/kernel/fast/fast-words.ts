/** Whether these bytes stand at a place. */
export function standsAt(input: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) {
    if (input[at + i] !== word[i]) return false;
  }
  return true;
}

/** Whether this word of lower-case ASCII letters stands at a place in any case. */
export function standsInAnyCase(input: Uint8Array, at: number, word: Uint8Array): boolean {
  for (let i = 0; i < word.length; i++) {
    if (((input[at + i] as number) | 0x20) !== word[i]) return false;
  }
  return true;
}

/** Turns ASCII letters to upper case where they stand; gives whether one was not. */
export function toUpperAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let changed = false;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number;
    if (byte >= 0x61 && byte <= 0x7a) {
      bytes[i] = byte - 0x20;
      changed = true;
    }
  }
  return changed;
}

/** The same to lower case. */
export function toLowerAscii(bytes: Uint8Array, from: number, to: number): boolean {
  let changed = false;
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number;
    if (byte >= 0x41 && byte <= 0x5a) {
      bytes[i] = byte + 0x20;
      changed = true;
    }
  }
  return changed;
}
