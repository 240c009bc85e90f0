/** A request that is put together byte by byte, because a client library would correct or reject it. */

/** A part of a form. */
export interface Part {
  /** The lines of its header, without line ends. */
  headers: readonly string[];
  content: Uint8Array;
}

/** A request before it is sent. `body` is a list of parts for a form. */
export interface WireRequest {
  method: string;
  target: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array | readonly Part[];
}

/** The boundary of all forms. */
export const BOUNDARY = 'XX-fuzz';

/** Returns true if the body of a request is a list of parts. */
export function isForm(body: WireRequest['body']): body is readonly Part[] {
  return Array.isArray(body);
}

/**
 * Returns the bytes of a request, split into head and body. The length of the body is added, unless a header names a
 * length or a transfer coding. Header values are written as they are, in Latin-1.
 */
export function serialise({ method, target, headers, body }: WireRequest): { head: Uint8Array; body: Uint8Array } {
  const bytes = isForm(body) ? serialiseForm(body) : body;
  const isFramed = headers.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const lines = [...headers, ...(isFramed ? [] : [['content-length', String(bytes.length)] as const])];
  const head = `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return { head: Buffer.from(head, 'latin1'), body: bytes };
}

function serialiseForm(parts: readonly Part[]): Uint8Array {
  const pieces = parts.flatMap(({ headers, content }) => [
    Buffer.from(`--${BOUNDARY}\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Creates a part of a form. With `fileName`, it is a file. */
export function createPart(name: string, content: string | Uint8Array, fileName?: string): Part {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`;
  const headers = [`Content-Disposition: form-data; name="${name}"${file}`];
  return { headers, content: typeof content === 'string' ? Buffer.from(content) : content };
}
