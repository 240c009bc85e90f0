import type ssh2 from 'ssh2';

/** The maximum number of bytes that every server can send in one response (draft-ietf-secsh-filexfer-02, 6.4). */
const REQUEST_BYTES = 32_768;
/**
 * Maximum number of requests without a response. Together, they are 4 MiB, which is enough for 1 Gbit/s with a round
 * trip of 30 ms.
 */
const MAX_REQUESTS = 128;

/**
 * Yields the bytes of an open file from the offset `from` to its end, in order. Many requests are sent before the first
 * response. If a response is shorter than requested, which the protocol allows, the remaining bytes are requested
 * again. Throws the errors of ssh2.
 */
export async function* readPipelined(sftp: ssh2.SFTPWrapper, handle: Buffer, from: number): AsyncGenerator<Uint8Array> {
  const waiting: Promise<Uint8Array | null>[] = [];
  let next = from;
  const request = () => {
    const answer = readAt(sftp, handle, { position: next, length: REQUEST_BYTES });
    // An error is thrown when this response is awaited. The handler prevents an "unhandled rejection" before that.
    answer.catch(() => {});
    waiting.push(answer);
    next += REQUEST_BYTES;
  };
  for (;;) {
    while (waiting.length < MAX_REQUESTS) request();
    const bytes = await waiting.shift();
    if (bytes === undefined || bytes === null) return;
    yield bytes;
    // A short response means the end of the file. If the file has grown in the meantime, the next responses do not
    // continue at this offset.
    if (bytes.length < REQUEST_BYTES) return;
  }
}

/** Reads exactly `length` bytes, or fewer at the end of the file. Returns null if there are none. */
async function readAt(
  sftp: ssh2.SFTPWrapper,
  handle: Buffer,
  { position, length }: { position: number; length: number },
): Promise<Uint8Array | null> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const read = await readOnce(sftp, handle, {
      buffer,
      offset: filled,
      length: length - filled,
      position: position + filled,
    });
    if (read === 0) break;
    filled += read;
  }
  return filled === 0 ? null : buffer.subarray(0, filled);
}

function readOnce(
  sftp: ssh2.SFTPWrapper,
  handle: Buffer,
  { buffer, offset, length, position }: { buffer: Buffer; offset: number; length: number; position: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    sftp.read(handle, buffer, offset, length, position, (error, bytesRead) => {
      if (error === undefined || error === null) resolve(bytesRead);
      // The status code 1, SSH_FX_EOF, means the end of the file.
      else if ((error as { code?: number }).code === 1) resolve(0);
      else reject(error);
    });
  });
}
