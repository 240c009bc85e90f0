import { code, type Code } from '../../code/literal.ts';

/** A position in the text: `plus` characters after the variable `base`, or after the start if `base` is null. */
export interface Place {
  readonly base: Code | null;
  readonly plus: number;
}

/** Returns the position `width` characters later. */
export function after(place: Place, width: number): Place {
  return { base: place.base, plus: place.plus + width };
}

/** Returns a position as an expression. */
export function placeCode({ base, plus }: Place): Code {
  if (base === null) return code`${plus}`;
  return plus === 0 ? base : code`${base} + ${plus}`;
}
