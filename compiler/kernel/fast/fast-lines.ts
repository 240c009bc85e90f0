import { CR, LF } from '../lines/lines.ts';

/** Where the line that begins at `from` ends; -1 where it holds a NUL, or anything but ASCII. A line end must follow. */
export function asciiLineEnd(input: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const byte = input[at] as number;
    if (byte > CR && byte < 0x80) at++;
    else if (byte === LF || byte === CR) return at;
    else if (byte > 0 && byte < CR) at++;
    else return -1;
  }
}

/** Where the line behind a line end begins. */
export function behindLineEnd(input: Uint8Array, at: number): number {
  return input[at] === CR && input[at + 1] === LF ? at + 2 : at + 1;
}

/** Where the padding ends that begins at `from`; `to` where there is nothing else. */
export function behindPadding(input: Uint8Array, from: number, to: number, padding: number): number {
  let at = from;
  while (at < to && input[at] === padding) at++;
  return at;
}

/** Where the padding begins that ends at `to`; `from` where there is nothing else. */
export function beforePadding(input: Uint8Array, from: number, to: number, padding: number): number {
  let at = to;
  while (at > from && input[at - 1] === padding) at--;
  return at;
}
