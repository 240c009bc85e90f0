import { CR, LF } from '../../bytes/ascii.ts';

/** Returns the index after the line end at index `at`: LF, CR or CRLF. */
export function skipLineEnd(input: Uint8Array, at: number): number {
  return input[at] === CR && input[at + 1] === LF ? at + 2 : at + 1;
}

/** Returns the index of the first byte from `from` on that is not padding, or `to` if there is none. */
export function skipLeadingPadding(input: Uint8Array, from: number, to: number, padding: number): number {
  let at = from;
  while (at < to && input[at] === padding) at++;
  return at;
}

/** Returns the index after the last byte before `to` that is not padding, or `from` if there is none. */
export function skipTrailingPadding(input: Uint8Array, from: number, to: number, padding: number): number {
  let at = to;
  while (at > from && input[at - 1] === padding) at--;
  return at;
}
