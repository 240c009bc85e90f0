import type { RecordOutcome } from '../../compiler/kernel/model/contract.ts';
import type { Input } from './run-module.ts';

/** Everything that `read` returns for a file, and the code of its failure or null. */
export interface Reading {
  readonly outcomes: readonly RecordOutcome<unknown>[];
  readonly failure: string | null;
}

/** Reads a file from a web stream, as users of the module do. */
export async function readModule({ module, file, options }: Input): Promise<Reading> {
  const outcomes: RecordOutcome<unknown>[] = [];
  try {
    for await (const outcome of module.read(streamOf(file), options)) outcomes.push(outcome);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { outcomes, failure: String(error.code) };
    throw error;
  }
  return { outcomes, failure: null };
}

function streamOf(file: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(file);
      controller.close();
    },
  });
}

/** Returns a record as text, with every number in quotes, so that a typed record can be compared with its message. */
export function recordText(value: object): string {
  const members = Object.entries(value).map(
    ([name, part]) => `${JSON.stringify(name)}:${typeof part === 'string' ? JSON.stringify(part) : quotedNumber(part)}`,
  );
  // A bigint has no -0, but the file and its message may.
  return members.sort().join('\n').replaceAll(':"-0"', ':"0"');
}

/** Returns a message as text, in the same form. */
export function messageText(json: string): string {
  const quoted = json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"${token}"`,
  );
  // A message is one flat JSON object.
  return recordText(JSON.parse(quoted) as object);
}

function quotedNumber(part: unknown): string {
  return typeof part === 'bigint' || typeof part === 'number' ? `"${part}"` : String(part);
}
