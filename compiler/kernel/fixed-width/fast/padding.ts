import { CR, LF } from '../../bytes/ascii.ts';

/** Where the line behind a line end begins. */
export function skipLineEnd(input: Uint8Array, at: number): number {
  return input[at] === CR && input[at + 1] === LF ? at + 2 : at + 1;
}

/** Where the padding ends that begins at `from`; `to` where there is nothing else. */
export function skipLeadingPadding(input: Uint8Array, from: number, to: number, padding: number): number {
  let at = from;
  while (at < to && input[at] === padding) at++;
  return at;
}

/** Where the padding begins that ends at `to`; `from` where there is nothing else. */
export function skipTrailingPadding(input: Uint8Array, from: number, to: number, padding: number): number {
  let at = to;
  while (at > from && input[at - 1] === padding) at--;
  return at;
}
