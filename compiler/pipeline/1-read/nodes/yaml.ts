import { Composer, Lexer, Parser, type CST, type Document, type YAMLParseError } from 'yaml';
import { deepestNesting, missingNode, maxTokens, type Faults, type SpecNode } from './node.ts';
import { createYamlResolver } from './yaml-resolver.ts';

/**
 * Parses a YAML 1.2 document into a tree, in which all scalars are texts (the failsafe schema). Returns null, after
 * reporting the errors, if the text is invalid, too large or too deeply nested. An empty text returns a missing value.
 * If the text has several documents, reports that and returns the first.
 */
export function readYamlNodes(text: string, faults: Faults): SpecNode | null {
  const tokens = readTokens(text, faults);
  if (tokens === null) return null;
  const document = composeDocument(tokens, text.length);
  reportErrors(document.errors, text, faults);
  if (document.errors.length > 0) return null;
  return document.contents === null ? missingNode(0) : createYamlResolver(faults)(document.contents);
}

/**
 * Returns the tokens of the first document. Returns null, after reporting it, if the text has too many tokens or is
 * nested too deeply. The limits are checked token by token, before recursive code runs. A stack overflow in the YAML
 * library could end the process, because V8 cannot recover from one inside a RegExp.
 */
function readTokens(text: string, faults: Faults): CST.Token[] | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  let hasDocument = false;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      hasDocument ||= token.type === 'document';
      tokens.push(token);
    }
    if (parser.stack.length > deepestNesting) {
      faults.report('nesting_too_deep', { offset: parser.offset, length: 0 }, { limit: deepestNesting });
      return null;
    }
    if (++count > maxTokens) {
      faults.report('spec_too_large', { offset: 0, length: 0 }, { limit: `${maxTokens} tokens` });
      return null;
    }
    const next = parser.stack[0];
    if (hasDocument && next?.type === 'document') {
      faults.report('several_documents', { offset: next.offset, length: 0 }, {});
      return tokens;
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function composeDocument(tokens: readonly CST.Token[], end: number): Document.Parsed {
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, prettyErrors: false });
  // The library creates one Error per syntax error. With stack traces, a text with a million errors would take ten
  // seconds.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    const [document] = composer.compose(tokens, true, end);
    if (document === undefined) throw new Error('the YAML composer returned no document');
    // The composer's type also covers documents that code creates. This one was parsed from text.
    return document as Document.Parsed;
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** Reports the first error of each line, because the library reports one mistake several times. */
function reportErrors(errors: readonly YAMLParseError[], text: string, faults: Faults): void {
  let end = -1;
  for (const {
    pos: [start, stop],
    code,
    message,
  } of errors.toSorted((a, b) => a.pos[0] - b.pos[0])) {
    if (start < end) continue;
    const lineEnd = text.indexOf('\n', start);
    end = lineEnd === -1 ? text.length + 1 : lineEnd;
    const span = { offset: start, length: Math.max(0, stop - start) };
    if (code === 'TAB_AS_INDENT') faults.report('tab_indentation', span, {});
    else {
      const detail = message.charAt(0).toLowerCase() + message.slice(1);
      faults.report('invalid_yaml', span, { detail }, hintForOperator(text, start) ?? hints[code]);
    }
  }
}

/** Returns the hint for an operator of COMPARE without quotes: YAML reads `>` as the beginning of a block of text. */
function hintForOperator(text: string, start: number): string | null {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const operator = /\boperator"?:[ \t]*(>=?)(?=[ \t\r\n,}]|$)/.exec(text.slice(lineStart, lineStart + MAX_LINE))?.[1];
  return operator === undefined ? null : `put the operator in quotes: "${operator}"`;
}

/** Longer lines are not searched for an operator to their end, in code units. */
const MAX_LINE = 1000;

const hints: { readonly [code: string]: string | undefined } = {
  BLOCK_AS_IMPLICIT_KEY: 'put text that contains a colon followed by a space in quotes',
  BAD_SCALAR_START: 'put text that begins with a special character of YAML in quotes',
  BAD_DQ_ESCAPE: 'in double quotes, a backslash begins an escape; use single quotes for a literal backslash',
};
