import type { AnySpec } from '../../pipeline/1-read/spec-shape.ts';
import { formatKinds } from '../../language/formats/format-kinds.ts';
import { fence } from '../../language/formats/model/markdown.ts';

/** A valid file, and the message of its first record that has one. */
export interface SpecExample {
  readonly file: string;
  /** The message as JSON text. */
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

/** Formats JSON with one member, or item of a list, per line. Numbers are not changed. */
function indented(json: string): string {
  let depth = 0;
  const newLine = (change = 0): string => `\n${'  '.repeat((depth += change))}`;
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]|[^{}[\],:"]+/g) ?? [];
  const format = (token: string): string => {
    if (token === '{' || token === '[') return `${token}${newLine(1)}`;
    if (token === '}' || token === ']') return `${newLine(-1)}${token}`;
    return token === ',' ? `,${newLine()}` : token === ':' ? ': ' : token;
  };
  return tokens.map(format).join('');
}
