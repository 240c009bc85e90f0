import type { FileInput } from './operations.ts';

/** The body of a form, and the headers that describe it. */
export interface Multipart {
  body: BodyInit;
  headers: Record<string, string>;
}

/**
 * Creates a form (multipart/form-data, RFC 7578). The fields precede the file, so that the service can begin to read it.
 * A Blob is left to fetch, which does not load it into memory; a stream is sent as it is read.
 */
export function createMultipart(
  fields: readonly (readonly [string, string])[],
  file: FileInput | undefined,
): Multipart {
  if (file !== undefined && !(file instanceof Blob)) return streamForm(fields, file);
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  if (file !== undefined) form.append('file', file);
  return { body: form, headers: {} };
}

function streamForm(
  fields: readonly (readonly [string, string])[],
  { name, stream }: Exclude<FileInput, Blob>,
): Multipart {
  const boundary = `specmill-${crypto.randomUUID()}`;
  const encoder = new TextEncoder();
  const before = fields.map(
    ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${quote(field)}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quote(name)}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const whole = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(before.join('') + head)),
    flush: (controller) => controller.enqueue(encoder.encode(`\r\n--${boundary}--\r\n`)),
  });
  return {
    body: stream.pipeThrough(whole),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** Escapes a name as browsers do. */
function quote(name: string): string {
  return name.replace(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22');
}
