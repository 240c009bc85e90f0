/** An event of a stream (HTML Living Standard, section 9.2). */
export interface ServerEvent {
  event: string;
  id: string;
  data: string;
}

/**
 * Reads the events of a stream. EventSource cannot send an API key, so the page reads streams with fetch. Ends with the
 * stream, and rejects if the connection breaks.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event.data !== '') yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function parseEvent(block: string): ServerEvent {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const [, name = '', value = ''] = /^([a-z]+): ?(.*)$/s.exec(line) ?? [];
    if (name !== '') fields[name] = value;
  }
  return { event: fields['event'] ?? 'message', id: fields['id'] ?? '', data: fields['data'] ?? '' };
}
