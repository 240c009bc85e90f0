/**
 * Reads the first `length` bytes of chunks, or fewer at the end, or if `isEnough`. Returns them, and all chunks with them. A chunk may be
 * overwritten when the next one is requested, so the first ones are copied.
 */
export async function readHead(
  source: AsyncIterable<Uint8Array>,
  length: number,
  isEnough: (head: Uint8Array) => boolean = () => false,
): Promise<{ head: Uint8Array; chunks: AsyncGenerator<Uint8Array> }> {
  const iterator = source[Symbol.asyncIterator]();
  const headChunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < length) {
    const next = await iterator.next();
    if (next.done === true) break;
    // Buffer.slice() would not copy them.
    headChunks.push(Uint8Array.from(next.value));
    bytes += next.value.length;
    if (isEnough(Buffer.concat(headChunks))) break;
  }
  return { head: Buffer.concat(headChunks).subarray(0, length), chunks: all(headChunks, iterator) };
}

async function* all(headChunks: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* headChunks;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
