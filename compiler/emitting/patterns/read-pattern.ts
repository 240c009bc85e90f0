import { RegExpParser, RegExpSyntaxError } from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import { LIMITS, PatternTooLarge, tooLarge } from './pattern.ts';
import type { PatternNode, PatternError } from './pattern.ts';
import { IrregularPart, toPatternTree } from './pattern-tree.ts';

/** A parsed pattern. */
export interface ReadPattern {
  readonly kind: 'ok';
  readonly tree: PatternNode;
  /** Number of capturing groups. */
  readonly groups: number;
  /** Whether any capturing group has a name. */
  readonly named: boolean;
}

/**
 * Parses a regular expression in ECMAScript's syntax (ECMA-262, 22.2.1) with only the flag `u`. Returns an error if it
 * is invalid, not supported or too large.
 */
export function readPattern(pattern: string): ReadPattern | PatternError {
  if (pattern.length > LIMITS.patternLength) {
    return tooLarge(pattern, `it has ${pattern.length} characters, but at most ${LIMITS.patternLength} are allowed`);
  }
  if (nestingOf(pattern) > LIMITS.nesting)
    return tooLarge(pattern, `its groups are nested more than ${LIMITS.nesting} levels deep`);
  try {
    return toTree(new RegExpParser({ ecmaVersion: 2025 }).parsePattern(pattern, 0, pattern.length, { unicode: true }));
  } catch (error) {
    if (error instanceof RegExpSyntaxError) return invalid(pattern, error);
    if (error instanceof IrregularPart) return error.toError();
    if (error instanceof PatternTooLarge) return tooLarge(pattern, error.message);
    throw error;
  }
}

function toTree(ast: AST.Pattern): ReadPattern {
  const { tree, groups, named } = toPatternTree(ast);
  return { kind: 'ok', tree, groups, named };
}

/**
 * Returns the maximum depth of nested groups. It is checked before the parser runs, because the parser is recursive.
 */
function nestingOf(pattern: string): number {
  let depth = 0;
  let deepest = 0;
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i];
    if (character === '\\') i++;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '(' && !inClass) deepest = Math.max(deepest, ++depth);
    else if (character === ')' && !inClass) depth--;
  }
  return deepest;
}

function invalid(pattern: string, error: RegExpSyntaxError): PatternError {
  const detail = error.message.slice(error.message.lastIndexOf(': ') + 2);
  const offset = Math.min(error.index, Math.max(pattern.length - 1, 0));
  const near = pattern.slice(Math.max(0, error.index - 6), error.index + 6);
  const reason = `this is not a valid ECMAScript pattern with the flag u: ${detail.toLowerCase()} at character ${error.index + 1}, near "${near}"`;
  return { kind: 'invalid', code: 'invalid_pattern', reason, offset, length: Math.min(1, pattern.length) };
}
