import type ssh2 from 'ssh2';

/** The number of bytes that every server can send in one response (draft-ietf-secsh-filexfer-02, 6.4). */
const REQUEST_BYTES = 32 * 1024;
/** The number of bytes that OpenSSH and some other servers send in one response. It saves a fifth of the processor time. */
const LARGE_REQUEST_BYTES = 128 * 1024;
/**
 * Maximum number of bytes that are requested and have not arrived. It is enough for 1 Gbit/s with a round trip of 30 ms.
 */
const WINDOW_BYTES = 4 * 1024 * 1024;

/**
 * Yields the bytes of an open file from the offset `from` to its end, in order. Many requests are sent before the first
 * response. If a response is shorter than requested, which the protocol allows, the remaining bytes are requested
 * again. Throws the errors of ssh2.
 */
export async function* readPipelined(sftp: ssh2.SFTPWrapper, handle: Buffer, from: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafe(LARGE_REQUEST_BYTES);
  const length = await readOnce(sftp, handle, { buffer, offset: 0, length: buffer.length, position: from });
  if (length === 0) return;
  yield buffer.subarray(0, length);
  // The first response shows how many bytes the server sends at once.
  const requestBytes = length === buffer.length ? LARGE_REQUEST_BYTES : REQUEST_BYTES;
  yield* readWindow(sftp, handle, { from: from + length, requestBytes });
}

async function* readWindow(
  sftp: ssh2.SFTPWrapper,
  handle: Buffer,
  { from, requestBytes }: { from: number; requestBytes: number },
): AsyncGenerator<Uint8Array> {
  const waiting: Promise<Buffer | null>[] = [];
  const unused: Buffer[] = [];
  let next = from;
  const request = () => {
    const buffer = unused.pop() ?? Buffer.allocUnsafeSlow(requestBytes);
    const answer = readAt(sftp, handle, { buffer, position: next });
    // An error is thrown when this response is awaited. The handler prevents an "unhandled rejection" before that.
    answer.catch(() => {});
    waiting.push(answer);
    next += requestBytes;
  };
  for (;;) {
    while (waiting.length * requestBytes < WINDOW_BYTES) request();
    const bytes = await waiting.shift();
    if (bytes === undefined || bytes === null) return;
    yield bytes;
    // The next chunk was requested, so this one is not needed any more.
    if (bytes.length === requestBytes) unused.push(bytes);
    // A short response means the end of the file. If the file has grown in the meantime, the next responses do not
    // continue at this offset.
    else return;
  }
}

/** Fills `buffer`, or a part of it at the end of the file. Returns the part that was filled; null if there is none. */
async function readAt(
  sftp: ssh2.SFTPWrapper,
  handle: Buffer,
  { buffer, position }: { buffer: Buffer; position: number },
): Promise<Buffer | null> {
  const { length } = buffer;
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
