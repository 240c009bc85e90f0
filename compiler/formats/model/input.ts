import { findCodePage } from '../../kernel/input/encodings/ebcdic.ts';
import { type Code, code, literal } from '../../code/literal.ts';
import type { Scope } from '../../code/scope.ts';

/** An expression: the file as UTF-8, from its beginning or where `options.from` says. */
export function emitInput(encoding: string, scope: Scope): Code {
  if (encoding === 'utf-8') return code`${scope.use('createUtf8Input')}(options.from)`;
  const decode = scope.use(findCodePage(encoding) === undefined ? 'createDecodedInput' : 'createEbcdicInput');
  return code`${decode}(${literal(encoding)}, options.from)`;
}

/** The same for a file without line ends, in blocks of so many characters. */
export function emitBlockInput(encoding: string, characters: number, scope: Scope): Code {
  if (encoding === 'utf-8') return emitInput(encoding, scope);
  const decode = scope.use(findCodePage(encoding) === undefined ? 'createDecodedBlockInput' : 'createEbcdicBlockInput');
  return code`${decode}(${literal(encoding)}, ${characters}, options.from)`;
}
