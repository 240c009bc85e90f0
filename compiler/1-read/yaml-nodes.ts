import { Composer, Lexer, Parser, type CST, type Document, type YAMLParseError } from 'yaml';
import { deepestNesting, missingNode, mostTokens, type Faults, type SpecNode } from './node.ts';
import { createYamlResolver } from './yaml-resolver.ts';

/**
 * The tree of a YAML 1.2 document; null where the text is no YAML, which was told then. Scalars are
 * texts (the failsafe schema); anchors and aliases are resolved here, once for each node.
 */
export function readYamlNodes(text: string, faults: Faults): SpecNode | null {
  const tokens = readTokens(text, faults);
  if (tokens === null) return null;
  const [document, ...others] = composeDocuments(tokens, text.length);
  const errors = [document, ...others].flatMap(each => each?.errors ?? []);
  tellErrors(errors, text, faults);
  if (others.length > 0) faults.tell('several_documents', startOfSecond(document, others), {});
  if (document === undefined || errors.length > 0) return null;
  return document.contents === null ? missingNode(0) : createYamlResolver(faults)(document.contents);
}

function startOfSecond(first: Document.Parsed | undefined, [second]: readonly Document.Parsed[]) {
  return { offset: second?.contents?.range[0] ?? first?.range[2] ?? 0, length: 0 };
}

/** The concrete syntax, made lexeme by lexeme: what is too large or too deep ends it before anything recursive runs. */
function readTokens(text: string, faults: Faults): CST.Token[] | null {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) tokens.push(token);
    if (parser.stack.length > deepestNesting) {
      faults.tell('nesting_too_deep', { offset: parser.offset, length: 0 }, { limit: deepestNesting });
      return null;
    }
    if (++count > mostTokens) {
      faults.tell('spec_too_large', { offset: 0, length: 0 }, { limit: `${mostTokens} words and marks` });
      return null;
    }
  }
  for (const token of parser.end()) tokens.push(token);
  return tokens;
}

function composeDocuments(tokens: readonly CST.Token[], end: number): Document.Parsed[] {
  const composer = new Composer({ schema: 'failsafe', uniqueKeys: false, prettyErrors: false });
  // The library makes an Error for each fault; a text of a million faults would spend ten seconds on stack traces.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return [...composer.compose(tokens, true, end)] as Document.Parsed[];
  } finally {
    Error.stackTraceLimit = limit;
  }
}

/** The first fault of each line: the library tells one slip several times. */
function tellErrors(errors: readonly YAMLParseError[], text: string, faults: Faults): void {
  let end = -1;
  for (const { pos: [start, stop], code, message } of errors.toSorted((a, b) => a.pos[0] - b.pos[0])) {
    if (start < end) continue;
    const lineEnd = text.indexOf('\n', start);
    end = lineEnd === -1 ? text.length + 1 : lineEnd;
    const span = { offset: start, length: Math.max(0, stop - start) };
    if (code === 'TAB_AS_INDENT') faults.tell('tab_indentation', span, {});
    else faults.tell('invalid_yaml', span, { detail: message.charAt(0).toLowerCase() + message.slice(1) }, hints[code]);
  }
}

const hints: { readonly [code: string]: string | undefined } = {
  BLOCK_AS_IMPLICIT_KEY: 'a text with a colon and a blank in it stands in quotes',
  BAD_SCALAR_START: 'a text that begins with a character of YAML’s own stands in quotes',
  BAD_DQ_ESCAPE: 'in double quotes a backslash begins an escape; in single quotes it is itself',
};
