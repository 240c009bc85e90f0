import type { FixedWidthLine } from '../fixed-width/line.ts';

/** Returns the value of a key in a line of pairs, such as `id=A1;amount=5`. Undefined if the line has no such key. */
export function findPair({ text }: FixedWidthLine, key: string, separator: string): string | undefined {
  const pair = text.split(separator).find((one) => one.startsWith(`${key}=`));
  return pair?.slice(key.length + 1);
}
