import { offerDownload, type SaveTarget } from './save-file.ts';

/** Saves a response of the service as a file. Rejects like offerDownload(), or if the response breaks off. */
export async function saveStream(open: () => Promise<ReadableStream<Uint8Array>>, target: SaveTarget): Promise<void> {
  // The browser asks for the file only right after the user's click.
  const { handle, finish } = await offerDownload(target);
  const stream = await open();
  if (handle === null) finish(await new Response(stream).blob());
  else await stream.pipeTo(await handle.createWritable());
}

/** Returns values as lines of JSON. */
export function toLines(values: AsyncIterable<unknown>): ReadableStream<Uint8Array> {
  const iterator = values[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
