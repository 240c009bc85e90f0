import { type Code, code, commentText, join } from '../code/literal.ts';

/** Number of bytes that are packed into one number. */
const PACKED = 4;

/**
 * Emits a function `(bytes, from, to): boolean` that returns whether the bytes between two offsets are one of the
 * words. `own` is its name, and `texts` are the words for its docstring.
 */
export function emitIsOneOf(own: Code, texts: readonly string[], words: readonly Uint8Array[]): Code {
  const lengths = [...new Set(words.map((word) => word.length))].sort((a, b) => a - b);
  return code`/** Returns whether the bytes from \`from\` to \`to\` are ${commentText(listOf(texts))}. */
function ${own}(bytes: Uint8Array, from: number, to: number): boolean {
  switch (to - from) {
${lengths.map((length) => emitCase(words.filter((word) => word.length === length)))}
    default:
      return false;
  }
}`;
}

/** Returns an expression that is true if `bytes` contains the word at the offset `from`. */
export function emitIsWord(word: Uint8Array): Code {
  return emitIsRest(word, 0);
}

/** Emits the `case` for the words of one length. It compares their first bytes in one number. */
function emitCase(words: readonly Uint8Array[]): Code {
  const [first = new Uint8Array(0)] = words;
  const packed = first.subarray(0, PACKED).length;
  const heads = [...new Set(words.map((word) => pack(word.subarray(0, packed))))];
  if (heads.length < 2)
    return code`    case ${first.length}:\n      return ${joinTests(words.map(emitIsWord))}; // ${commentText(listOf(words.map(decode)))}`;
  const parts = Array.from({ length: packed }, (_, i) => {
    const shift = 8 * (packed - 1 - i);
    const byte = code`bytes[${placeOf(i)}] as number`;
    if (packed === 1) return byte;
    return shift === 0 ? code`(${byte})` : code`((${byte}) << ${shift})`;
  });
  const cases = heads.map((head) => {
    const same = words.filter((word) => pack(word.subarray(0, packed)) === head);
    const tests = joinTests(same.map((word) => emitIsRest(word, packed)));
    return code`        case ${head}:\n          return ${tests}; // ${commentText(listOf(same.map(decode)))}`;
  });
  return code`    case ${first.length}:
      switch (${join(parts, ' | ')}) {
${cases}
        default:
          return false;
      }`;
}

/** Joins tests with `||`. A test that contains `&&` is put in parentheses. */
export function joinTests(tests: readonly Code[]): Code {
  const isGroup = ({ source }: Code) => tests.length > 1 && source.includes(' && ');
  return join(
    tests.map((test) => (isGroup(test) ? code`(${test})` : test)),
    ' || ',
  );
}

/** Returns texts as `a`, `b` or `c`, each in quotes. */
function listOf(texts: readonly string[]): string {
  const quoted = texts.map((text) => JSON.stringify(text));
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1) ?? ''}`;
}

function decode(word: Uint8Array): string {
  return new TextDecoder().decode(word);
}

function emitIsRest(word: Uint8Array, from: number): Code {
  const rest = [...word.subarray(from)];
  return rest.length === 0
    ? code`true`
    : join(
        rest.map((byte, i) => code`bytes[${placeOf(from + i)}] === ${byte}`),
        ' && ',
      );
}

function placeOf(offset: number): Code {
  return offset === 0 ? code`from` : code`from + ${offset}`;
}

function pack(bytes: Uint8Array): number {
  return bytes.reduce((packed, byte) => (packed << 8) | byte, 0);
}
