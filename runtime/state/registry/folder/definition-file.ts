import { type Document, isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Diagnostic, SpecText } from '../../../../compiler/index.ts';

/** A diagnostic of a file in git that is not a spec. Its members are those of a spec's diagnostic. */
export interface FileDiagnostic<Code extends string> extends Omit<Diagnostic, 'code'> {
  readonly code: Code;
}

/** One thing that is wrong with the value of a file. */
export interface ValueProblem {
  /** The keys and indexes that lead to the value. */
  readonly path: readonly (string | number)[];
  /** Whether the problem is a key (an unknown one) or its value. */
  readonly at: 'key' | 'value';
  readonly message: string;
}

/** A file in git that defines something in YAML. */
export interface DefinitionFile<Code extends string> {
  /** What the text contains; null if `error` is not. */
  readonly value: unknown;
  /** Why the text has no value; null if it has one. */
  readonly error: FileDiagnostic<Code | 'invalid_yaml'> | null;
  /** Returns the diagnostic of a problem, with its position in the file. */
  locate<C extends string>(problem: ValueProblem, code: C): FileDiagnostic<C>;
}

/** No such file is longer than this, in characters. */
const MAX_TEXT = 1024 * 1024;
const MAX_ALIASES = 100;

/**
 * Parses the text of a file: YAML 1.2, or JSON, which is YAML. `code` is the code of a file that is too long. Never
 * throws. Messages do not quote the text.
 */
export function parseDefinitionFile<Code extends string>(input: SpecText, code: Code): DefinitionFile<Code> {
  const isTooLong = input.text.length > MAX_TEXT;
  const lines = new LineCounter();
  const text = isTooLong ? '' : input.text.replace(/^\ufeff/, '');
  const document = parse(text, lines);
  const at = (offset: number, length: number): Pick<Diagnostic, 'line' | 'column' | 'length'> => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col), ...(length > 0 ? { length } : {}) };
  };
  const locate = <C extends string>(problem: ValueProblem, problemCode: C): FileDiagnostic<C> => {
    const [from, to] = rangeOf(document, problem);
    const path = problem.path.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
    const position = at(from, to - from);
    return { code: problemCode, severity: 'error', message: problem.message, path, hint: null, ...position };
  };
  if (isTooLong) {
    const message = `the file is longer than ${MAX_TEXT} characters`;
    return { value: null, error: locate({ path: [], at: 'value', message }, code), locate };
  }
  const [error] = document.errors;
  if (error === undefined) return { value: toValue(document), error: null, locate };
  const position = at(error.pos[0], 0);
  const message = describeYamlError(error.message);
  return {
    value: null,
    error: { code: 'invalid_yaml', severity: 'error', message, path: '', hint: null, ...position },
    locate,
  };
}

/** Returns the first line of the parser's message, without the part of the text that it quotes after a colon. */
function describeYamlError(message: string): string {
  const [line = ''] = message.split('\n');
  return line.replace(/ at line \d+, column \d+:?$/, '').replace(/: .*$/, '');
}

function parse(text: string, lineCounter: LineCounter): Document {
  const options = { lineCounter, uniqueKeys: true, version: '1.2' } as const;
  try {
    return parseDocument(text, options);
  } catch {
    // The text is nested too deeply for the parser. It has no value, which is the same as a wrong one.
    return parseDocument('', options);
  }
}

function toValue(document: Document): unknown {
  try {
    const value: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    // Throws if a value contains itself, which JSON cannot.
    JSON.stringify(value);
    return value;
  } catch {
    // Too many aliases: no value is the same as a wrong one.
    return null;
  }
}

/** Returns where the value or the key of a problem is in the text, or the nearest value that contains it. */
function rangeOf(document: Document, { path, at }: ValueProblem): [number, number] {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const step = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === step);
      const node = at === 'key' && length === path.length ? pair?.key : (pair?.value ?? pair?.key);
      const range = isNode(node) ? node.range : null;
      if (range) return [range[0], range[1]];
    } else {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return [node.range[0], node.range[1]];
    }
  }
  return [0, 0];
}

function isNode(value: unknown): value is { range?: [number, number, number] | null } {
  return typeof value === 'object' && value !== null && 'range' in value;
}
