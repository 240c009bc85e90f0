import type { Random } from '../../../support/random.ts';
import type { DrawnSpec, DrawnType } from './draft.ts';

type Tree = Record<string, unknown>;

/** How the lines of drawn files are rewritten, so that they suit a rewritten spec. */
export interface LineForm {
  readonly spec: Tree & { recordTypes: DrawnType[] };
  /** Rewrites a file of the drawn spec. */
  rewrite(text: string, random: Random): string;
}

/** The place to which the letter of a type may move: after all fields. */
const LATE = 13;

/**
 * Returns the drawn spec without the keys that only the careful reader reads: continuation and filler lines, and
 * delimiters of types. In some fixed-width specs, two letters after the fields select the types, or a letter beyond ASCII
 * selects one of them.
 */
export function drawLineForm({ spec, letters, layout }: DrawnSpec, random: Random): LineForm {
  const { continuation: _, filler: _filler, ...rest } = spec;
  const own = rest.recordTypes.map(({ delimiter: _delimiter, ...type }) => type as DrawnType);
  const isLate = layout === 'FIXED' && random.oneIn(3);
  const wide = layout === 'FIXED' && !isLate && random.oneIn(6) ? letters[random.below(letters.length)] : undefined;
  const recordTypes = own.map((type, index) => {
    const values = letters[index] ?? [];
    if (values.length === 0) return type;
    if (values === wide) return { ...type, when: { start: 1, length: 1, values: values.map(toWide) } };
    return isLate ? { ...type, when: { start: LATE, length: 2, values: values.map((one) => one + one) } } : type;
  });
  const isCommented = layout !== 'FIXED' && random.oneIn(4);
  return {
    spec: { ...rest, recordTypes, ...(isCommented && { comment: '#' }) },
    rewrite(text, fileRandom) {
      const lines = text.replaceAll(/[;|]/g, ',').split('\n');
      const written = lines.map((line, index) => {
        const letter = line.slice(0, 1);
        const type = letters.find((list) => list.includes(letter));
        if (layout === 'HEADER' && index === 0) return line;
        if (type === wide && type !== undefined) return change(toWide(letter) + line.slice(1), fileRandom);
        if (type !== undefined && isLate)
          return change(` ${line.slice(1).padEnd(LATE - 2)}${letter}${letter}`, fileRandom);
        return change(line, fileRandom);
      });
      return written.join(fileRandom.oneIn(4) ? '\r\n' : '\n');
    },
  };
}

function toWide(letter: string): string {
  return String.fromCharCode(letter.charCodeAt(0) + 0x80);
}

/** Returns most lines as they are, and some with a character beyond ASCII, in quotes, or with another length. */
function change(line: string, random: Random): string {
  if (!random.oneIn(12)) return line;
  const at = random.below(line.length + 1);
  const text = random.pick(['é', '€', '"', '\\', '\t', '  ', '\u{1f600}', '\0']);
  const quoted = line.replace(/[^,]*$/, (cell) => `"${cell}"`);
  return random.pick([line.slice(0, at) + text + line.slice(at), `${line}  `, line.slice(0, at), quoted]);
}
