/** A copybook and what its spec has. */
export interface CopybookCase {
  readonly title: string;
  /** Its lines without the columns 1 to 7. A line with `*` is a comment. */
  readonly lines: readonly string[];
  /** The length of a record in bytes. */
  readonly length: number;
  /** Each field in short form: `name TYPE start+length`, and its other keys. */
  readonly fields: readonly string[];
  /** Each rule in short form: `field RULE value`. */
  readonly rules?: readonly string[];
  /** Each correction in short form: `field pattern -> replacement`. */
  readonly corrections?: readonly string[];
  readonly undecided?: readonly string[];
  readonly suggestions?: readonly string[];
}

/** Writes lines in fixed format, with numbers in the columns 1 to 6 and 73 to 80 if `isNumbered`. */
export function writeFixed(lines: readonly string[], isNumbered = false): string {
  return lines
    .map((line, at) => {
      const code = line.startsWith('*') ? `*${line.slice(1)}` : ` ${line}`;
      const number = isNumbered ? String((at + 1) * 100).padStart(6, '0') : ' '.repeat(6);
      return `${number}${isNumbered ? `${code.padEnd(66)}CPY${String(at).padStart(5, '0')}` : code}\n`;
    })
    .join('');
}
