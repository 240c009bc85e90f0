import { code, type Code } from '../../code/literal.ts';

/** A position in the text: `plus` characters after the variable `base`, or after the start if `base` is null. */
export interface TextPosition {
  readonly base: Code | null;
  readonly plus: number;
}

/** Returns the position `width` characters after the given one. */
export function advance(position: TextPosition, width: number): TextPosition {
  return { base: position.base, plus: position.plus + width };
}

/** Returns an expression for the offset of a position. */
export function emitPosition({ base, plus }: TextPosition): Code {
  if (base === null) return code`${plus}`;
  return plus === 0 ? base : code`${base} + ${plus}`;
}
