import type { AnySpec } from '../../pipeline/1-read/spec-shape.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import { fence } from '../../language/formats/model/markdown.ts';

/** A valid file, and the message of its first record that has one. */
export interface SpecExample {
  readonly file: string;
  /** The message as JSON text: one flat object. */
  readonly message: string;
  /** The number of records in the file. */
  readonly records: number;
}

/** The maximum length of an example in characters. */
const MAX_EXAMPLE_LENGTH = 10_000;

/** Returns the section with the example. Empty if there is no example, or if its file is too long. */
export function describeExample(example: SpecExample | null, format: AnySpec['format']): string[] {
  if (example === null || example.file.length > MAX_EXAMPLE_LENGTH) return [];
  return [
    '## Example',
    fence(example.file, formatKinds[format].text.language),
    example.records === 1
      ? 'The record of this file becomes the message:'
      : 'The first record of this file that becomes a message:',
    fence(indented(example.message), 'json'),
  ];
}

/** Formats a flat JSON object with one member per line. Numbers are not changed. */
function indented(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[{},:]|[^{},:"]+/g) ?? [];
  const breaks: Readonly<Record<string, string>> = { '{': '{\n  ', '}': '\n}', ',': ',\n  ', ':': ': ' };
  return tokens.map((token) => breaks[token] ?? token).join('');
}
