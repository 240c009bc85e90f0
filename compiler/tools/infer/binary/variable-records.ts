/** The length of a record descriptor word: two bytes of length, two of zeros (z/OS, record formats V and VB). */
const WORD = 4;
const MAX_LENGTH = 32_760;
const MIN_RECORDS = 3;

/**
 * Counts the variable-length records of a sample. Each record begins with a record descriptor word that contains its
 * length. Blocks of records may begin with a block descriptor word. Returns null if the sample has another format or
 * fewer than three records. `isWhole` is true if the sample is the whole file.
 */
export function countVariableRecords(bytes: Uint8Array, isWhole: boolean): number | null {
  const plain = countRecords(bytes, { from: 0, to: bytes.length, isWhole });
  return plain ?? countBlocks(bytes, isWhole);
}

interface Range {
  readonly from: number;
  readonly to: number;
  /** Whether the range must end with a complete record. */
  readonly isWhole: boolean;
}

function countRecords(bytes: Uint8Array, { from, to, isWhole }: Range, min = MIN_RECORDS): number | null {
  let count = 0;
  let at = from;
  while (at + WORD <= to) {
    const length = lengthAt(bytes, at);
    if (length === null) return null;
    count++;
    at += length;
  }
  return count >= min && (!isWhole || at === to) ? count : null;
}

function countBlocks(bytes: Uint8Array, isWhole: boolean): number | null {
  let count = 0;
  for (let at = 0; at + WORD <= bytes.length; ) {
    const length = lengthAt(bytes, at);
    if (length === null || length <= WORD) return null;
    const to = Math.min(at + length, bytes.length);
    const records = countRecords(bytes, { from: at + WORD, to, isWhole: isWhole || at + length <= bytes.length }, 1);
    if (records === null) return null;
    count += records;
    at += length;
  }
  return count >= MIN_RECORDS ? count : null;
}

function lengthAt(bytes: Uint8Array, at: number): number | null {
  const [high = 0, low = 0, third = 1, fourth = 1] = bytes.subarray(at, at + WORD);
  const length = high * 256 + low;
  return length > WORD && length <= MAX_LENGTH && third === 0 && fourth === 0 ? length : null;
}
