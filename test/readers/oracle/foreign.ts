/** The beginnings of archives, pictures, documents and markup, as characters of ISO-8859-1. */
const BEGINNINGS: readonly RegExp[] = [
  /^BZh/u,
  /^\xfd7zXZ\0/u,
  /^7z\xbc\xaf\x27\x1c/u,
  /^\x1f[\x8b\x9d]/u,
  /^PK[\x03\x05][\x04\x06]/u,
  /^\x28\xb5\x2f\xfd|^\x04\x22\x4d\x18/u,
  /^Rar!|^%PDF-|^\x89PNG|^\xff\xd8\xff|^GIF8[79]a|^II\*\0|^MM\0\*|^\{\\rtf|^\xd0\xcf\x11\xe0|^SQLite format 3\0/u,
  /^PAR1[\0-\x1f]|^Obj\x01/u,
  /^[^]{257}ustar/u,
  /^(?:\xef\xbb\xbf)?\s*(?:<[?!A-Za-z_]|[{[])/u,
];

/** Number of bytes at the beginning of a file that say what it is. */
const HEAD_BYTES = 512;

/** Returns whether the beginning of a file gives a reason to refuse it as a file of another kind or encoding. */
export function looksForeign(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
  return BEGINNINGS.some((beginning) => beginning.test(head)) || hasNullInEachPair(head) || hasTarNumber(head);
}

/** UTF-16 of Latin text: one byte of most pairs is 0, always the same one. */
function hasNullInEachPair(head: string): boolean {
  const pairs = head.slice(0, head.length - (head.length % 2));
  const even = [...pairs].filter((char, i) => char === '\0' && i % 2 === 0).length;
  const odd = [...pairs].filter((char, i) => char === '\0' && i % 2 === 1).length;
  return Math.min(even, odd) === 0 && Math.max(even, odd) > head.length / 4;
}

/** The header of a tar archive has its checksum in octal digits at offset 148. */
function hasTarNumber(head: string): boolean {
  return (
    head.length === HEAD_BYTES && /^ *[0-7]+[\0 ]/u.test(head.slice(148, 156)) && head.slice(0, 100).includes('\0')
  );
}
