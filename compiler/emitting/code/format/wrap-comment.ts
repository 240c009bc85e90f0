import { MAX_COLUMNS } from './wrap-expression.ts';

/**
 * Breaks a comment line between words, into lines of at most MAX_COLUMNS characters. A longer word gets a line of its
 * own. A one-line `/** … *\/` becomes a block.
 */
export function wrapComment(indent: string, text: string): string[] {
  if (!text.startsWith('/**')) {
    const mark = text.startsWith('//') ? '// ' : '* ';
    return wrapWords(text.slice(mark.length), indent + mark);
  }
  const words = text.replace(/^\/\*\* /, '').replace(/ \*\/$/, '');
  return [`${indent}/**`, ...wrapWords(words, `${indent} * `), `${indent} */`];
}

function wrapWords(text: string, prefix: string): string[] {
  const lines: string[] = [];
  let line = prefix;
  for (const word of text.split(' ')) {
    if (line !== prefix && line.length + word.length + 1 > MAX_COLUMNS) {
      lines.push(line);
      line = prefix;
    }
    line += line === prefix ? word : ` ${word}`;
  }
  return [...lines, line];
}
