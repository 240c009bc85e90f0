import type { PatternError } from './pattern.ts';

/** A parsed replacement: texts, and numbers of capturing groups. Two texts never follow each other directly. */
export type ReplacementParts = readonly (string | number)[];

/**
 * Parses the replacement of a REGEX_REPLACE. `$1` to `$99` insert a group, and `$$` inserts a dollar sign. A `$` before
 * any other character is literal (ECMA-262, 22.1.3.19.1). Returns an error for the other special sequences of that
 * standard, and for groups that the pattern does not have. `groups` is the number of capturing groups of the pattern,
 * and `named` is true if any has a name.
 */
export function readReplacement(
  text: string,
  groups: number,
  named: boolean,
): { readonly kind: 'ok'; readonly parts: ReplacementParts } | PatternError<'invalid_replacement'> {
  const parts: (string | number)[] = [];
  const append = (piece: string): void => {
    const last = parts.at(-1);
    if (typeof last === 'string') parts[parts.length - 1] = last + piece;
    else if (piece !== '') parts.push(piece);
  };
  let end = 0;
  for (const found of text.matchAll(/\$(\$|&|`|'|<(?:[^>$]*>)?|\d\d?)/g)) {
    const [whole, what = ''] = found;
    append(text.slice(end, found.index));
    end = found.index + whole.length;
    if (what === '$') append('$');
    else if (what.startsWith('<') && !named && !what.endsWith('>')) append(whole);
    else if (!/^\d/.test(what))
      return createError(
        whole,
        found.index,
        `"${whole}" is not supported in a replacement, only $1 to $99 and $$ are; write "$$${what}" for the literal text`,
      );
    else {
      const digits = Number(what) > groups ? what.slice(0, 1) : what;
      if (Number(digits) === 0 || Number(digits) > groups)
        return createError(whole, found.index, missing(whole, groups));
      parts.push(Number(digits));
      append(what.slice(digits.length));
    }
  }
  append(text.slice(end));
  return { kind: 'ok', parts };
}

function missing(whole: string, groups: number): string {
  const has = groups === 0 ? 'no capturing group' : groups === 1 ? 'one capturing group' : `${groups} capturing groups`;
  return `"${whole}" refers to a group that does not exist: the pattern has ${has}; write "$${whole}" for the literal text`;
}

function createError(whole: string, offset: number, reason: string): PatternError<'invalid_replacement'> {
  return { kind: 'invalid', code: 'invalid_replacement', reason, offset, length: whole.length };
}
