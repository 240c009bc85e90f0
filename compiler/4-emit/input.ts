import { type Code, code, literal } from './literal.ts';
import type { Scope } from './scope.ts';

/** An expression: the file as UTF-8, from its beginning or where `options.from` says. */
export function emitInput(encoding: string, scope: Scope): Code {
  if (encoding === 'utf-8') return code`${scope.use('utf8Input')}(options.from)`;
  return code`${scope.use('decodedInput')}(${literal(encoding)}, options.from)`;
}
