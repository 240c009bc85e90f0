import type ssh2 from 'ssh2';

/** The maximum response that every server sends to one request (draft-ietf-secsh-filexfer-02, 6.4). */
const REQUEST_BYTES = 32_768;
/** Requests in progress at the same time: 4 MiB fill a line of 1 GBit/s with a round trip of 30 ms. */
const MAX_REQUESTS = 128;

/**
 * Reads an open file from a byte to its end and yields the bytes in order. It sends many requests without waiting for
 * the responses. If a response is shorter than requested, which the protocol allows, it requests the rest. Throws the
 * errors of the session.
 */
export async function* readPipelined(sftp: ssh2.SFTPWrapper, handle: Buffer, from: number): AsyncGenerator<Uint8Array> {
  const waiting: Promise<Uint8Array | null>[] = [];
  let next = from;
  const request = () => {
    const answer = readAt(sftp, handle, { position: next, length: REQUEST_BYTES });
    // The error is thrown when this response is awaited. Until then the rejection must count as handled.
    answer.catch(() => {});
    waiting.push(answer);
    next += REQUEST_BYTES;
  };
  for (;;) {
    while (waiting.length < MAX_REQUESTS) request();
    const bytes = await waiting.shift();
    if (bytes === undefined || bytes === null) return;
    yield bytes;
    // The end of the file. If the file has grown meanwhile, the bytes of the responses after this one are not adjacent.
    if (bytes.length < REQUEST_BYTES) return;
  }
}

/** Reads exactly `length` bytes, or those up to the end of the file. Returns null at the end. */
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
      // SSH_FX_EOF
      else if ((error as { code?: number }).code === 1) resolve(0);
      else reject(error);
    });
  });
}
