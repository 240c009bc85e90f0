import type { Random } from '../../support/random.ts';

/** Parts of a file that a mutation moves as a whole. */
export interface FileParts {
  /** Separates cells, such as a delimiter. Empty: every character is a cell. */
  readonly separator: string;
  /** Matches texts such as tags, which are dropped or doubled as a whole. */
  readonly unit: RegExp;
}

/** Changes a valid file in one to three ways: bytes, cells, lines, encodings, lengths. */
export function mutate(file: Uint8Array, parts: FileParts, random: Random): Uint8Array {
  let bytes = Buffer.from(file);
  for (let left = 1 + random.below(3); left > 0; left--) bytes = random.pick(MUTATIONS)(bytes, parts, random);
  return bytes;
}

type Mutation = (bytes: Buffer<ArrayBuffer>, parts: FileParts, random: Random) => Buffer<ArrayBuffer>;

/** Replaces a range of bytes. */
function splice(bytes: Buffer, from: number, to: number, ...inserted: Uint8Array[]): Buffer<ArrayBuffer> {
  return Buffer.concat([bytes.subarray(0, from), ...inserted, bytes.subarray(to)]);
}

const byteAt: Mutation = (bytes, _, random) => {
  const at = random.below(bytes.length);
  return splice(bytes, at, at + 1);
};
const doubledByte: Mutation = (bytes, _, random) => {
  const at = random.below(bytes.length);
  return splice(bytes, at, at, bytes.subarray(at, at + 1));
};
const swappedBytes: Mutation = (bytes, _, random) => {
  const at = random.below(bytes.length - 1);
  return splice(bytes, at, at + 2, bytes.subarray(at + 1, at + 2), bytes.subarray(at, at + 1));
};
const ODD = ['"', "'", ';', ',', '\t', ' ', '\0', '\r', '\n', '\u00a0', '\ufeff', '\x1a', '<', '&', '/', '-', '0', 'é'];
const insertedText: Mutation = (bytes, _, random) => {
  const at = random.below(bytes.length + 1);
  return splice(bytes, at, at, Buffer.from(random.pick(ODD as [string, ...string[]])));
};

/** Drops, doubles or moves one of the parts between separators. */
function ofPieces(split: (text: string, parts: FileParts) => string[]): Mutation {
  return (bytes, parts, random) => {
    const pieces = split(bytes.toString('latin1'), parts);
    const at = random.below(pieces.length);
    const [piece = ''] = pieces.splice(at, 1);
    if (random.oneIn(2)) pieces.splice(random.below(pieces.length + 1), 0, piece);
    else if (random.oneIn(2)) pieces.splice(at, 0, piece, piece);
    return Buffer.from(pieces.join(''), 'latin1');
  };
}

const MUTATIONS: [Mutation, ...Mutation[]] = [
  byteAt,
  doubledByte,
  swappedBytes,
  insertedText,
  insertedText,
  ofPieces((text) => text.split(/(?<=\n)/)),
  ofPieces((text) => text.split(/(?<=\n)/)),
  ofPieces((text, { separator }) => text.split(separator === '' ? '' : new RegExp(`(?<=[${separator}\\n])`))),
  ofPieces((text, { unit }) => text.split(unit)),
  (bytes, _, random) => Buffer.from(bytes.subarray(0, random.below(bytes.length))),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => Buffer.concat([bytes, Buffer.from('\ufeff'), bytes]),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8'),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
  (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r'), 'latin1'),
];
