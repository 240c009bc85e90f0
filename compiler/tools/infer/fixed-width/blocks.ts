/**
 * Records of equal length without line ends. `length` is in bytes. `encoding` is null if the records are not EBCDIC.
 */
export interface BlockGuess {
  readonly length: number;
  readonly encoding: 'IBM037' | null;
}

const LOOKED_AT = 20_000;
const MAX_RECORD_LENGTH = 2_000;
const MIN_RECORDS = 5;
/**
 * The minimum difference between two shares of equal kinds of bytes: at the distance of one record, and on average over
 * all distances.
 */
const CLEARLY = 0.12;

/**
 * Finds the record length of a file without line ends: the distance in bytes at which kinds of bytes repeat. Returns
 * null if no distance is clear, or if a file that is not EBCDIC contains line ends.
 */
export function findBlocks(bytes: Uint8Array, isWhole: boolean): BlockGuess | null {
  const looked = bytes.subarray(0, LOOKED_AT);
  const isEbcdic =
    share(looked, (byte) => (byte >= 0xf0 && byte <= 0xf9) || byte === 0x40 || ebcdicClass(byte) === 1) > 0.5 &&
    share(looked, (byte) => byte < 0x80 && asciiClass(byte) === 1) < 0.2;
  if (!isEbcdic && (bytes.includes(0x0a) || bytes.includes(0x0d))) return null;
  const classes = looked.map(isEbcdic ? ebcdicClass : asciiClass);
  const most = Math.min(MAX_RECORD_LENGTH, Math.floor(looked.length / MIN_RECORDS));
  const scores = Array.from({ length: most + 1 }, (_, distance) => (distance < 4 ? 0 : alike(classes, distance)));
  const best = Math.max(...scores);
  const mean = scores.slice(4).reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length - 4);
  const length = scores.findIndex(
    (score, distance) => score >= best - 0.02 && (!isWhole || bytes.length % distance === 0),
  );
  return length < 4 || best - mean < CLEARLY ? null : { length, encoding: isEbcdic ? 'IBM037' : null };
}

function share(bytes: Uint8Array, test: (byte: number) => boolean): number {
  return bytes.filter(test).length / Math.max(1, bytes.length);
}

function alike(classes: Uint8Array, distance: number): number {
  let same = 0;
  for (let at = distance; at < classes.length; at++) {
    if (classes[at] === classes[at - distance]) same++;
  }
  return same / (classes.length - distance);
}

/** Returns the kind of a byte: 1 letter, 2 digit, 3 blank, 4 zero, 0 any other. */
function ebcdicClass(byte: number): number {
  const low = byte & 0x0f;
  if (byte >= 0xf0 && byte <= 0xf9) return 2;
  if (byte === 0x40) return 3;
  if (byte === 0) return 4;
  const isLetter =
    (byte >= 0x81 && byte <= 0xa9 && low <= 9 && low > 0) || (byte >= 0xc1 && byte <= 0xe9 && low <= 9 && low > 0);
  return isLetter ? 1 : 0;
}

function asciiClass(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return 2;
  if (byte === 0x20) return 3;
  if (byte === 0) return 4;
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte > 0x7f ? 1 : 0;
}
