import type { Problem } from './operations.ts';
import { ProblemError } from './problem-error.ts';

/**
 * Returns the body of a response: JSON as a value, lines of JSON one by one, text as a string, a file as a stream;
 * undefined if there is none, null for 304. Throws ProblemError for a problem, and Error for another failure.
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
  // The cast is safe: the service sends this type with a Problem only.
  if (type === 'application/problem+json') throw new ProblemError((await response.json()) as Problem, response.headers);
  if (response.status === 304) return null;
  // 503 of a health check is a value.
  if (type === 'application/json') return response.json();
  if (!response.ok) throw new Error(`the response has the status ${response.status}`);
  if (response.body === null || response.status === 204) return undefined;
  if (type === 'application/x-ndjson') return readLines(response.body);
  return type.startsWith('text/') && type !== 'text/event-stream' ? response.text() : response.body;
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') yield JSON.parse(line);
    }
    if (rest !== '') yield JSON.parse(rest);
  } finally {
    await reader.cancel();
  }
}
