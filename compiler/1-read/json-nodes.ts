import { createRequire } from 'node:module';
import type { Node, ParseError } from 'jsonc-parser';
import type { Span } from '../diagnostic.ts';
import { isExactNumber } from './exact-number.ts';
import { createEntries } from './map-entries.ts';
import { deepestNesting, mostTokens, type Faults, type SpecNode } from './node.ts';

// Loaded by the first spec that is JSON.
const require = createRequire(import.meta.url);

/** The tree of a JSON text (RFC 8259: no comments, no comma before a closing bracket); null where it is none, which was told then. */
export function readJsonNodes(text: string, faults: Faults): SpecNode | null {
  if (tellExcess(text, faults)) return null;
  const errors: ParseError[] = [];
  const root = loadJsonc().parseTree(text, errors, {
    disallowComments: true,
    allowTrailingComma: false,
    allowEmptyContent: false,
  });
  tellErrors(errors, text, faults);
  if (root === undefined || errors.length > 0) return null;
  return toNode(root, text, faults);
}

function loadJsonc(): typeof import('jsonc-parser') {
  // The package by this name; its types say what it is.
  return require('jsonc-parser') as typeof import('jsonc-parser');
}

/** The parser descends recursively and keeps every token, so what is too deep or too large must not come to it. */
function tellExcess(text: string, faults: Faults): boolean {
  const scanner = loadJsonc().createScanner(text, true);
  let depth = 0;
  for (let count = 0; count <= mostTokens; count++) {
    if (scanner.scan() === endOfFile) return false;
    const offset = scanner.getTokenOffset();
    const mark = text[offset];
    if (mark === '{' || mark === '[') depth++;
    else if (mark === '}' || mark === ']') depth--;
    if (depth > deepestNesting) {
      faults.tell('nesting_too_deep', { offset, length: 1 }, { limit: deepestNesting });
      return true;
    }
  }
  faults.tell('spec_too_large', { offset: 0, length: 0 }, { limit: `${mostTokens} words and marks` });
  return true;
}

/** SyntaxKind.EOF, which is an ambient const enum and so out of reach for isolated modules. */
const endOfFile = 17;

/** The first fault of each line: one slip makes several. */
function tellErrors(errors: readonly ParseError[], text: string, faults: Faults): void {
  let end = -1;
  for (const { error, offset, length } of errors) {
    if (offset < end) continue;
    const lineEnd = text.indexOf('\n', offset);
    end = lineEnd === -1 ? text.length + 1 : lineEnd;
    const detail = details[loadJsonc().printParseErrorCode(error)] ?? 'this is no JSON';
    faults.tell('invalid_json', { offset, length }, { detail });
  }
}

const details: { readonly [code: string]: string | undefined } = {
  InvalidSymbol: 'this word is no JSON: texts stand in double quotes',
  InvalidNumberFormat: 'this is no JSON number',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon behind the key',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'expected nothing behind the end of the spec',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'this text has no closing quote',
  UnexpectedEndOfNumber: 'this number lacks digits',
  InvalidUnicode: 'a \\u escape has four hexadecimal digits',
  InvalidEscapeCharacter: 'this escape is not known to JSON',
  InvalidCharacter: 'a control character in a JSON text is written as an escape',
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
