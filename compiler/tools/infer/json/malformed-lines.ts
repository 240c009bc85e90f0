import { JsonRecordParser } from '../../../kernel/json/record-parser.ts';

const MAX_NAMED = 3;

/** Returns a clause for each of the first lines that is not JSON: its number, what is wrong, and the way out. */
export function describeMalformedLines(text: string, isWhole: boolean): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const parser = new JsonRecordParser({ fields: [], isLenient: false }, null);
  const found: string[] = [];
  let count = 0;
  // The last line of a part of a file may be incomplete.
  for (const [index, line] of (isWhole ? lines : lines.slice(0, -1)).entries()) {
    const fault = line.trim() === '' ? null : parser.parse(line);
    if (fault === null) continue;
    count++;
    if (count > MAX_NAMED) continue;
    found.push(`line ${index + 1} is rejected (${fault.code}), because at column ${fault.at + 1} ${fault.message}`);
  }
  if (count === 0) return [];
  const more = count > found.length ? [`${count - found.length} more lines are rejected`] : [];
  return [...found, ...more].map((clause, index, { length }) =>
    index < length - 1
      ? clause
      : `${clause}: ask for ${count === 1 ? 'this line' : 'these lines'} as JSON, or publish the others without ${count === 1 ? 'it' : 'them'}`,
  );
}

/** Describes where a document stops to be JSON. */
export function describeMalformedDocument(text: string): string {
  const fault = new JsonRecordParser({ fields: [], isLenient: false }, null).parse(text);
  if (fault === null) return 'it is JSON, but it is not well-formed';
  const before = text.slice(0, fault.at).split(/\r\n|\n|\r/);
  const column = (before.at(-1) ?? '').length + 1;
  return `it is JSON, but it is not well-formed: line ${before.length}, column ${column}: ${fault.message}. Ask for a whole file, or correct this place`;
}
