/** A JSON response. */
export function json(body: unknown, init: { status?: number; headers?: Readonly<Record<string, string>> } = {}): Response {
  return new Response(`${JSON.stringify(body)}\n`, { ...init, headers: { ...init.headers, 'content-type': 'application/json' } });
}

/** A text of the given type. */
export function text(body: string, type: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { headers: { ...headers, 'content-type': `${type}; charset=utf-8` } });
}

/**
 * Streams what `chunks` gives, at the pace of the client; when the client goes away the loop is left.
 * What is thrown before the first chunk is thrown here; later it breaks the response off.
 */
export async function stream(chunks: AsyncIterable<string | Uint8Array>, headers: Readonly<Record<string, string>>): Promise<Response> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string | Uint8Array>> | null = Promise.resolve(await iterator.next());
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await (next ?? iterator.next());
      next = null;
      if (done === true) controller.close();
      else controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value);
    },
    async cancel() {
      await iterator.return?.();
    },
  }, { highWaterMark: 0 });
  return new Response(body, { headers });
}
