import { findCodePage } from '../../../kernel/input/encodings/ebcdic.ts';
import { type Code, code, literal } from '../../../emitting/code/literal.ts';
import type { Scope } from '../../../emitting/code/scope.ts';

/**
 * Returns an expression that creates the input of a file: its text as UTF-8, from the start or from the position
 * `options.from`.
 */
export function emitInput(encoding: string, scope: Scope): Code {
  if (encoding === 'utf-8') return code`${scope.use('createUtf8Input')}(options.from)`;
  const decode = scope.use(findCodePage(encoding) === undefined ? 'createDecodedInput' : 'createEbcdicInput');
  return code`${decode}(${literal(encoding)}, options.from)`;
}

/**
 * Returns an expression that creates the input of a file without line ends: its text as UTF-8, in blocks of
 * `characters` characters.
 */
export function emitBlockInput(encoding: string, characters: number, scope: Scope): Code {
  if (encoding === 'utf-8') return code`${scope.use('createUtf8BlockInput')}(${characters}, options.from)`;
  const decode = scope.use(findCodePage(encoding) === undefined ? 'createDecodedBlockInput' : 'createEbcdicBlockInput');
  return code`${decode}(${literal(encoding)}, ${characters}, options.from)`;
}
