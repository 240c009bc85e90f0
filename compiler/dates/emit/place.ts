import { code, type Code } from '../../code/literal.ts';

/** A place in the text that a reader reads: a number of characters behind a variable, or behind the begin. */
export interface Place {
  readonly base: Code | null;
  readonly plus: number;
}

/** So many characters further. */
export function after(place: Place, width: number): Place {
  return { base: place.base, plus: place.plus + width };
}

/** A place as an expression. */
export function placeCode({ base, plus }: Place): Code {
  if (base === null) return code`${plus}`;
  return plus === 0 ? base : code`${base} + ${plus}`;
}
