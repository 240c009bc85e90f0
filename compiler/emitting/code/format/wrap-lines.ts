import { findBrackets, findComment } from './scan.ts';
import { MAX_COLUMNS, wrapExpression, wrapOperands } from './wrap-expression.ts';

/**
 * Returns a formatted module: lines of at most 120 columns if that is possible, and at most one blank line in a row.
 */
export function formatModule(source: string): string {
  const lines = source.split('\n').flatMap((line) => (line.length <= MAX_COLUMNS ? [line] : wrapLine(line)));
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/\{\n\n/g, '{\n')
    .replace(/\n\n( *\})/g, '\n$1');
}

function wrapLine(line: string): string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  const text = line.slice(indent.length);
  if (/^(?:\/\/|\/\*\*|\*) /.test(text)) return wrapComment(indent, text);
  const end = findComment(text);
  if (end === text.length) return wrapStatement(indent, text);
  const lines = wrapStatement(indent, text.slice(0, end).trimEnd());
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ''} ${text.slice(end)}`];
}

function wrapStatement(indent: string, text: string): string[] {
  if ((indent + text).length <= MAX_COLUMNS) return [indent + text];
  if (/^(?:\} )?(?:else )?if \(/.test(text)) return wrapIf(indent, text);
  if (text.startsWith('switch (')) return wrapIf(indent, text);
  if (/^(?:export )?function /.test(text)) return wrapSignature(indent, text);
  const [, before = '', expression = '', after = ''] = PARTS.exec(text) ?? [];
  return wrapExpression({ indent, before, expression, after });
}

/** Splits a statement into the text before its expression, the expression, and the mark that ends the line. */
const PARTS =
  /^((?:return |(?:(?:export )?(?:const|let) )?(?:[\w$.]|\[[^\]]*\])+(?:: [^=']+?)? [-+*|]?= |(?:'(?:[^'\\]|\\.)*'|[\w$]+): )?)(.*?)([;,]?)$/s;

/** Breaks the condition of `if` or `switch`, and moves a statement after it to the next line. */
function wrapIf(indent: string, text: string): string[] {
  const [condition] = findBrackets(text.replace(/^\}/, ' '));
  if (condition === undefined) return [indent + text];
  const head = text.slice(0, condition.open + 1);
  const then = text.slice(condition.close + 1).trimStart();
  const inner = `${indent}  `;
  const isBlock = then === '{';
  const short = indent + text.slice(0, condition.close + 1);
  const below = isBlock ? [] : wrapStatement(inner, then);
  if (!isBlock && short.length <= MAX_COLUMNS) return [short, ...below];
  const test = text.slice(condition.open + 1, condition.close);
  const operands = wrapOperands(test, inner) ?? [inner + test];
  return [indent + head, ...operands, `${indent})${isBlock ? ' {' : ''}`, ...below];
}

function wrapSignature(indent: string, text: string): string[] {
  // Types in angle brackets are not broken.
  const whole = text.replace(/<[^<>]*>/g, (types) => types.replaceAll(', ', `,${UNBROKEN}`));
  const [parameters] = findBrackets(whole);
  if (parameters === undefined) return [indent + text];
  const expression = whole.slice(0, parameters.close + 1);
  const lines = wrapExpression({ indent, before: '', expression, after: whole.slice(parameters.close + 1) });
  return lines.map((line) => line.replaceAll(UNBROKEN, ' '));
}

/** A character of the private use area in the place of a blank at which no line is broken. */
const UNBROKEN = '\ue000';

/**
 * Breaks a comment line between words, into lines of at most MAX_COLUMNS characters. A longer word gets a line of its
 * own. A one-line `/** … *\/` becomes a block.
 */
function wrapComment(indent: string, text: string): string[] {
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
