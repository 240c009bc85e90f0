import { hasRoomAfter } from '../fast/buffers.ts';
import { writeText } from '../fast/json-bytes.ts';
import { decodeText, type OutputValue } from '../fast/output-value.ts';

/** Returns a line of values: tabs between them, `\t`, `\n` and `\\` inside, and `\N` for null. */
export function toTabs(values: readonly (string | boolean | null)[]): Uint8Array {
  return new TextEncoder().encode(values.map((value) => escapeTabs(value)).join('\t'));
}

/** Appends a value of the output, as a value of such a line. */
export function appendTabs(output: Uint8Array, length: number, value: OutputValue): number {
  const end = writeText(output, length, escapeTabs(decodeText(value)));
  return hasRoomAfter(end) ? end : -1;
}

function escapeTabs(value: string | boolean | null): string {
  if (value === null) return '\\N';
  return String(value)
    .replace(/[\ud800-\udfff]/gu, '\ufffd')
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n');
}
