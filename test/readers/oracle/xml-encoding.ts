/**
 * Returns the encoding of a document from its BOM, its declaration or the spec, in this order (XML 1.0, 4.3.3 and F).
 * Null if they contradict each other.
 */
export function findEncoding(bytes: Uint8Array, ofSpec: string): string | null {
  const begins = (...start: number[]) => start.every((byte, i) => bytes[i] === byte);
  if (begins(0xef, 0xbb, 0xbf)) return 'utf-8';
  if (begins(0xfe, 0xff)) return 'utf-16be';
  if (begins(0xff, 0xfe)) return 'utf-16le';
  const wide = begins(0, 0x3c, 0, 0x3f) ? 'utf-16be' : begins(0x3c, 0, 0x3f, 0) ? 'utf-16le' : null;
  const declared = findDeclared(new TextDecoder(wide ?? 'latin1').decode(bytes.subarray(0, 8192)));
  if (declared === null) return wide ?? ofSpec;
  try {
    const { encoding } = new TextDecoder(declared);
    return encoding.startsWith('utf-16') === (wide !== null) ? (wide ?? encoding) : null;
  } catch {
    return null;
  }
}

function findDeclared(text: string): string | null {
  const declaration = /^<\?xml\s[^]*?\?>/u.exec(text)?.[0] ?? '';
  const found = /\sversion\s*=\s*["']1\.\d+["']\s+encoding\s*=\s*(?:"([A-Za-z][\w.-]*)"|'([A-Za-z][\w.-]*)')/u.exec(
    declaration,
  );
  return found?.[1] ?? found?.[2] ?? null;
}
