import { connect } from 'node:net';

/** What came back on a connection. */
export interface Answer {
  /** The status of the first response. 0: the connection ended without one. */
  status: number;
  /** The statuses of further responses on the same connection. */
  later: readonly number[];
  /** The names of the headers of the first response, in lower case, and their values. */
  headers: ReadonlyMap<string, string>;
  body: string;
}

/** A request that has no answer after this time, in milliseconds, is a hang. */
const HANG_MS = 120_000;
/** Further bytes of an answer are read, but not stored. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Sends bytes over a new connection, in pieces. Returns the answer. Throws an Error if the service does not end it. */
export function exchange(
  port: number,
  pieces: readonly Uint8Array[],
  { endAfter }: { endAfter: boolean },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    let bytes = 0;
    const socket = connect({ port, host: '127.0.0.1' });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`no end of the answer after ${HANG_MS} ms: ${parseAnswer(received).status}`));
    }, HANG_MS);
    socket.on('data', (chunk: Buffer) => {
      if (bytes < MOST_BYTES) received.push(chunk);
      bytes += chunk.length;
    });
    // The service may close a connection while it still receives.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(parseAnswer(received));
    });
    for (const piece of pieces) socket.write(piece);
    if (endAfter) socket.end();
  });
}

function parseAnswer(received: readonly Buffer[]): Answer {
  const text = Buffer.concat(received).toString('latin1');
  const [, status, lines = ''] = /^HTTP\/1\.1 (\d{3})[^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/.exec(text) ?? [];
  // 100 Continue comes before the response.
  if (status === '100') return parseAnswer([Buffer.from(text.slice(text.indexOf('\r\n\r\n') + 4), 'latin1')]);
  const headers = new Map(
    lines.split('\r\n').map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const rest = text.slice(text.indexOf('\r\n\r\n') + 4);
  // After the end of a malformed body, the service reads the next request.
  const length = Number(headers.get('content-length') ?? rest.length);
  const later = [...rest.slice(length).matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, each]) => Number(each));
  const body = headers.get('transfer-encoding') === 'chunked' ? joinChunks(rest) : rest.slice(0, length);
  return { status: Number(status ?? 0), later, headers, body: Buffer.from(body, 'latin1').toString('utf8') };
}

function joinChunks(text: string): string {
  let joined = '';
  for (let at = 0; ; ) {
    const end = text.indexOf('\r\n', at);
    const length = Number.parseInt(text.slice(at, end), 16);
    if (end === -1 || !(length > 0)) return joined;
    joined += text.slice(end + 2, end + 2 + length);
    at = end + 2 + length + 2;
  }
}
