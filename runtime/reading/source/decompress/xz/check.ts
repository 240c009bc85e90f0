import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { damagedData } from '../data/damaged-data.ts';

/** The checksum of a block's content. */
export interface Check {
  bytes: number;
  add(content: Uint8Array): void;
  /** Returns the checksum as it is written. */
  digest(): Uint8Array;
}

/** Creates a checksum from its number in the header (.xz 1.2, section 2.1.1.2). Throws a RunFailure if it is unknown. */
export function createCheck(number: number): Check {
  const create = CHECKS[number];
  if (create === undefined) throw damagedData(`it has checksums of kind ${number}, which is not supported`);
  return create();
}

const CHECKS: Readonly<Record<number, () => Check>> = {
  0: () => ({ bytes: 0, add() {}, digest: () => new Uint8Array(0) }),
  1: createCrc32,
  4: createCrc64,
  10: createSha256,
};

function createCrc32(): Check {
  let sum = 0;
  return {
    bytes: 4,
    add: (content) => void (sum = crc32(content, sum)),
    digest() {
      const written = Buffer.alloc(4);
      written.writeUInt32LE(sum);
      return written;
    },
  };
}

function createSha256(): Check {
  const hash = createHash('sha256');
  return { bytes: 32, add: (content) => void hash.update(content), digest: () => hash.digest() };
}

/** CRC-64 of ECMA-182 with the lowest bit first, in two halves of 32 bits. */
function createCrc64(): Check {
  let [low, high] = [-1, -1];
  return {
    bytes: 8,
    add(content) {
      const table = findCrc64Table();
      let [l, h] = [low, high];
      for (let i = 0; i < content.length; i++) {
        const entry = 2 * ((l ^ (content[i] as number)) & 0xff);
        l = ((l >>> 8) | (h << 24)) ^ (table[entry] as number);
        h = (h >>> 8) ^ (table[entry + 1] as number);
      }
      [low, high] = [l, h];
    },
    digest() {
      const written = Buffer.alloc(8);
      written.writeInt32LE(~low);
      written.writeInt32LE(~high, 4);
      return written;
    },
  };
}

let crc64Table: Int32Array | null = null;

/** Returns the lower and the upper half of each entry of the table. It is computed when a file first needs it. */
function findCrc64Table(): Int32Array {
  crc64Table ??= Int32Array.from({ length: 512 }, (_, i) => {
    let sum = BigInt(i >> 1);
    for (let bit = 0; bit < 8; bit++) sum = (sum >> 1n) ^ ((sum & 1n) === 1n ? 0xc96c5795d7870f42n : 0n);
    return Number(BigInt.asIntN(32, (i & 1) === 0 ? sum : sum >> 32n));
  });
  return crc64Table;
}
