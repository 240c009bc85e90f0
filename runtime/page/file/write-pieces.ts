const BUFFER_BYTES = 1024 * 1024;

/** Writes pieces to a file on disk. If a piece fails, the file remains as it was. */
export async function writePieces(pieces: AsyncIterable<Uint8Array>, to: FileSystemFileHandle): Promise<void> {
  const file = await to.createWritable();
  try {
    // One buffer for all pieces: garbage of buffers is collected late. A piece may lie in shared memory.
    const buffer = new Uint8Array(BUFFER_BYTES);
    for await (const piece of pieces)
      for (let at = 0; at < piece.length; at += BUFFER_BYTES) {
        const part = piece.subarray(at, at + BUFFER_BYTES);
        buffer.set(part);
        await file.write(buffer.subarray(0, part.length));
      }
  } catch (error) {
    await file.abort();
    throw error;
  }
  await file.close();
}
