import { createRequire } from 'node:module';
import type { Node, ParseError } from 'jsonc-parser';
import type { Span } from '../../../diagnostics/diagnostic.ts';
import { createEntries } from './map-entries.ts';
import { deepestNesting, maxTokens, type Faults, type SpecNode } from './node.ts';

// require() loads jsonc-parser when the first JSON spec is read, not when the compiler starts.
const require = createRequire(import.meta.url);

/**
 * Parses JSON (RFC 8259: no comments, no trailing commas) into a tree. Returns null, after reporting the errors, if the
 * text is invalid, too large or too deeply nested.
 */
export function readJsonNodes(text: string, faults: Faults): SpecNode | null {
  if (reportExcess(text, faults)) return null;
  const errors: ParseError[] = [];
  const root = loadJsonc().parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  reportErrors(errors, text, faults);
  if (root === undefined || errors.length > 0) return null;
  return toNode(root, text, faults);
}

function loadJsonc(): typeof import('jsonc-parser') {
  // require() is untyped. The package's own types apply.
  return require('jsonc-parser') as typeof import('jsonc-parser');
}

/**
 * Reports a text that has too many tokens or is nested too deeply, and returns true for it. This runs before the
 * parser, which is recursive and holds every token in memory.
 */
function reportExcess(text: string, faults: Faults): boolean {
  const scanner = loadJsonc().createScanner(text, true);
  let depth = 0;
  for (let count = 0; count <= maxTokens; count++) {
    if (scanner.scan() === endOfFile) return false;
    const offset = scanner.getTokenOffset();
    const mark = text[offset];
    if (mark === '{' || mark === '[') depth++;
    else if (mark === '}' || mark === ']') depth--;
    if (depth > deepestNesting) {
      faults.report('nesting_too_deep', { offset, length: 1 }, { limit: deepestNesting });
      return true;
    }
  }
  faults.report('spec_too_large', { offset: 0, length: 0 }, { limit: `${maxTokens} tokens` });
  return true;
}

/** SyntaxKind.EOF of jsonc-parser. It is an ambient const enum, which isolatedModules cannot import. */
const endOfFile = 17;

/** Reports the first error of each line, because one mistake causes several parser errors. */
function reportErrors(errors: readonly ParseError[], text: string, faults: Faults): void {
  let end = -1;
  for (const { error, offset, length } of errors) {
    if (offset < end) continue;
    const lineEnd = text.indexOf('\n', offset);
    end = lineEnd === -1 ? text.length + 1 : lineEnd;
    const detail = details[loadJsonc().printParseErrorCode(error)] ?? 'this is not valid JSON';
    faults.report('invalid_json', { offset, length }, { detail });
  }
}

const details: { readonly [code: string]: string | undefined } = {
  InvalidSymbol: 'this word is not valid JSON; put text in double quotes',
  InvalidNumberFormat: 'this is not a valid JSON number',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon after the key',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'expected nothing after the end of the spec',
  InvalidCommentToken: 'JSON does not allow comments',
  UnexpectedEndOfComment: 'JSON does not allow comments',
  UnexpectedEndOfString: 'this text lacks its closing quote',
  UnexpectedEndOfNumber: 'this number lacks digits',
  InvalidUnicode: 'a \\u escape must have four hexadecimal digits',
  InvalidEscapeCharacter: 'this is not a valid JSON escape',
  InvalidCharacter: 'a control character in JSON text must be written as an escape',
};

function toNode(node: Node, text: string, faults: Faults): SpecNode {
  const span = { offset: node.offset, length: node.length };
  if (node.type === 'array')
    return { kind: 'list', span, items: (node.children ?? []).map((child) => toNode(child, text, faults)) };
  if (node.type === 'object') return toMap(node, text, faults);
  return scalarNode(node, span, text);
}

function toMap(node: Node, text: string, faults: Faults): SpecNode {
  const entries = createEntries(faults);
  for (const property of node.children ?? []) {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) continue;
    entries.add({
      key: String(key.value),
      keySpan: { offset: key.offset, length: key.length },
      value: toNode(value, text, faults),
    });
  }
  return { kind: 'map', span: { offset: node.offset, length: node.length }, entries: entries.all };
}

function scalarNode(node: Node, span: Span, text: string): SpecNode {
  const written = text.slice(span.offset, span.offset + span.length);
  return {
    kind: 'scalar',
    span,
    text: String(node.value),
    quoted: node.type === 'string',
    missing: node.type === 'null',
    inexact: node.type === 'number' && !isExactNumber(written) ? written : null,
  };
}

/**
 * Returns whether a JSON number keeps its value when it is parsed as a double and formatted again. True for `1.10`,
 * which becomes `1.1`. False for `12345678901234567890`, whose last digits change.
 */
export function isExactNumber(written: string): boolean {
  const read = Number(written);
  if (!Number.isFinite(read)) return false;
  const source = splitNumber(written);
  const double = splitNumber(String(read));
  return source.digits === double.digits && source.exponent === double.exponent && source.negative === double.negative;
}

/**
 * Splits a number into its digits without zeros at either end, the power of ten to multiply them by, and its sign. Zero
 * has no digits, exponent 0 and no sign.
 */
function splitNumber(number: string): { digits: string; exponent: number; negative: boolean } {
  const [mantissa = '', power = '0'] = number.toLowerCase().split('e');
  const [whole = '', decimals = ''] = mantissa.replace('-', '').split('.');
  const all = whole + decimals;
  const leading = countZeros(all, 'start');
  if (leading === all.length) return { digits: '', exponent: 0, negative: false };
  const trailing = countZeros(all, 'end');
  return {
    digits: all.slice(leading, all.length - trailing),
    exponent: Number(power) - decimals.length + trailing,
    negative: mantissa.startsWith('-'),
  };
}

/**
 * Counts the zeros at one end of the digits. A regular expression for trailing zeros would take quadratic time on long
 * runs of zeros.
 */
function countZeros(digits: string, from: 'start' | 'end'): number {
  let count = 0;
  while (count < digits.length && digits[from === 'start' ? count : digits.length - 1 - count] === '0') count++;
  return count;
}
