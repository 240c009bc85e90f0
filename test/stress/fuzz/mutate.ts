import type { Random } from '../../support/random.ts';

/** Texts to insert, and a second input to copy from. */
export interface Material {
  tokens: readonly [Uint8Array, ...Uint8Array[]];
  other: Uint8Array;
}

type Change = (bytes: Uint8Array, random: Random, material: Material) => Uint8Array;

const MOST_BYTES = 256 * 1024;

/** Returns the bytes with one or more changes. */
export function mutate(bytes: Uint8Array, random: Random, material: Material): Uint8Array {
  let changed = bytes;
  const changes = 1 + (random.oneIn(3) ? random.below(8) : random.below(2));
  for (let i = 0; i < changes; i++) changed = random.pick(CHANGES)(changed, random, material);
  return changed.subarray(0, MOST_BYTES);
}

const flip: Change = (bytes, random) => {
  const changed = bytes.slice();
  if (changed.length > 0)
    changed[random.below(changed.length)] = random.oneIn(2) ? random.below(256) : random.pick(EDGES);
  return changed;
};

const EDGES = [
  0x00, 0x0a, 0x0d, 0x1a, 0x1b, 0x20, 0x22, 0x26, 0x2c, 0x3c, 0x3e, 0x5c, 0x7f, 0x80, 0x85, 0xa0, 0xbf, 0xc0, 0xd8,
  0xe2, 0xed, 0xef, 0xf0, 0xf4, 0xfe, 0xff,
] as const;

const swapBits: Change = (bytes, random) => {
  const changed = bytes.slice();
  const at = random.below(bytes.length);
  if (bytes.length > 0) changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
  return changed;
};

const drop: Change = (bytes, random) => {
  const { from, to } = range(bytes, random);
  return joined(bytes.subarray(0, from), bytes.subarray(to));
};

const double: Change = (bytes, random) => {
  const { from, to } = range(bytes, random);
  return joined(bytes.subarray(0, to), bytes.subarray(from));
};

const put: Change = (bytes, random, { tokens }) => {
  const at = random.below(bytes.length + 1);
  return joined(bytes.subarray(0, at), random.pick(tokens), bytes.subarray(at));
};

/** Repeats a text many times, which reveals superlinear cost. */
const repeat: Change = (bytes, random, { tokens }) => {
  const at = random.below(bytes.length + 1);
  const { from, to } = range(bytes, random);
  const token = random.oneIn(2) ? random.pick(tokens) : bytes.subarray(from, to);
  const times = 1 + (random.oneIn(500) ? random.below(40_000) : random.below(random.oneIn(10) ? 1_100 : 20));
  const room = Math.floor(MOST_BYTES / Math.max(1, token.length));
  return joined(bytes.subarray(0, at), ...Array<Uint8Array>(Math.min(times, room)).fill(token), bytes.subarray(at));
};

const splice: Change = (bytes, random, { other }) => {
  const mine = range(bytes, random);
  const theirs = range(other, random);
  return joined(bytes.subarray(0, mine.from), other.subarray(theirs.from, theirs.to), bytes.subarray(mine.to));
};

const cutOff: Change = (bytes, random) =>
  random.oneIn(2) ? bytes.slice(0, random.below(bytes.length + 1)) : bytes.slice(random.below(bytes.length + 1));

const exchange: Change = (bytes, random) => {
  const { from, to } = range(bytes, random);
  const middle = from + random.below(to - from + 1);
  return joined(bytes.subarray(0, from), bytes.subarray(middle, to), bytes.subarray(from, middle), bytes.subarray(to));
};

const CHANGES = [flip, flip, swapBits, drop, double, put, put, put, repeat, splice, cutOff, exchange] as const;

/** Returns a random range, usually a short one. */
function range(bytes: Uint8Array, random: Random): { from: number; to: number } {
  const from = random.below(bytes.length + 1);
  const length = random.oneIn(4) ? random.below(bytes.length + 1) : random.below(12);
  return { from, to: Math.min(bytes.length, from + length) };
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
