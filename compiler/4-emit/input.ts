import { codePageOf } from '../kernel/input/encodings/ebcdic.ts';
import { type Code, code, literal } from './literal.ts';
import type { Scope } from './scope.ts';

/** An expression: the file as UTF-8, from its beginning or where `options.from` says. */
export function emitInput(encoding: string, scope: Scope): Code {
  if (encoding === 'utf-8') return code`${scope.use('utf8Input')}(options.from)`;
  const decode = scope.use(codePageOf(encoding) === undefined ? 'decodedInput' : 'ebcdicInput');
  return code`${decode}(${literal(encoding)}, options.from)`;
}

/** The same for a file without line ends, in blocks of so many characters. */
export function emitBlockInput(encoding: string, characters: number, scope: Scope): Code {
  if (encoding === 'utf-8') return emitInput(encoding, scope);
  const decode = scope.use(codePageOf(encoding) === undefined ? 'decodedBlocks' : 'ebcdicBlocks');
  return code`${decode}(${literal(encoding)}, ${characters}, options.from)`;
}
