import { ParseError, parse } from '@marcbachmann/cel-js';

/** A part of the text of an expression, in UTF-16 units from 0. */
export interface Part {
  readonly start: number;
  readonly end: number;
}

/** An expression as it is written, before its names and types are known. Operators are calls of `_+_`, `!_` and so on. */
export type Syntax = Part &
  (
    | { readonly kind: 'text'; readonly value: string }
    | { readonly kind: 'number'; readonly value: string }
    | { readonly kind: 'truth'; readonly value: boolean }
    | { readonly kind: 'null' }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly of: Syntax; readonly name: string }
    | { readonly kind: 'call'; readonly name: string; readonly isMethod: boolean; readonly args: readonly Syntax[] }
    | { readonly kind: 'index'; readonly of: Syntax; readonly index: Syntax }
    | { readonly kind: 'list'; readonly items: readonly Syntax[] }
    | { readonly kind: 'map'; readonly entries: readonly (readonly [Syntax, Syntax])[] }
    | { readonly kind: 'unsupported'; readonly what: string }
  );

/** Why an expression cannot be read. */
export interface SyntaxFault extends Part {
  readonly detail: string;
}

/** Returns the parts of an expression that are expressions, in their order. */
export function partsOf(syntax: Syntax): readonly Syntax[] {
  switch (syntax.kind) {
    case 'call':
      return syntax.args;
    case 'index':
      return [syntax.of, syntax.index];
    case 'list':
      return syntax.items;
    case 'map':
      return syntax.entries.flat();
    case 'name':
    case 'member':
    case 'text':
    case 'number':
    case 'truth':
    case 'null':
    case 'unsupported':
      return [];
    default:
      return syntax satisfies never;
  }
}

/** The maximum length of an expression in characters. */
export const MAX_EXPRESSION = 10_000;

/** The maximum depth of nested parts, and the maximum number of digits of a number. */
const MAX_DEPTH = 200;
const MAX_DIGITS = 1000;

/** A node of the parser's tree. The parser documents neither the operators nor the form of `args`. */
interface Node {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
}

/**
 * Parses an expression in the syntax of CEL (cel.dev). Numbers are read from the text, because the parser converts them to
 * doubles. Never throws.
 */
export function readSyntax(text: string): Syntax | SyntaxFault {
  try {
    const root = parseText(text);
    if (depthOf(root) > MAX_DEPTH) return tooDeep(text);
    return convert(root, text);
  } catch (error) {
    if (error instanceof ParseError) return faultOf(error, text);
    if (error instanceof InvalidNumber) return error.fault;
    // The stack of the parser is too small for the text.
    if (error instanceof RangeError) return tooDeep(text);
    throw error;
  }
}

/**
 * Parses an expression. The parser rejects numbers beyond those of a double. They are replaced by others of the same
 * length, because numbers are read from the text.
 */
function parseText(text: string): Node {
  let replaced = text;
  for (;;) {
    try {
      // The parser's type of a node hides its members.
      return parse(replaced).ast as unknown as Node;
    } catch (error) {
      const { start = 0, end = 0 } = (error instanceof ParseError ? error.range : undefined) ?? {};
      const number = replaced.slice(start, end);
      if (!(error instanceof ParseError) || error.code !== 'invalid_number' || !/[.eE]/.test(number)) throw error;
      replaced = replaced.slice(0, start) + '1'.repeat(end - start) + replaced.slice(end);
    }
  }
}

function tooDeep(text: string): SyntaxFault {
  return { start: 0, end: text.length, detail: `its parts are nested more than ${MAX_DEPTH} levels deep` };
}

function faultOf(error: ParseError, text: string): SyntaxFault {
  const { start = 0, end = text.length } = error.range ?? {};
  const detail = error.summary.replace(/\.$/, '');
  return { start, end: Math.max(start, end), detail: detail.charAt(0).toLowerCase() + detail.slice(1) };
}

/** Thrown for a number that has too many digits. */
class InvalidNumber extends Error {
  readonly fault: SyntaxFault;

  constructor({ start, end }: Part, detail: string) {
    super(detail);
    this.fault = { start, end, detail };
  }
}

/** Operators whose rows, such as `a + b + c`, are one call. */
const ROWS: ReadonlySet<string> = new Set(['+', '&&', '||']);

/** Returns the depth of nested parts without recursion, because a tree may be as deep as its text is long. */
function depthOf(root: Node): number {
  let deepest = 0;
  const waiting: { node: Node; depth: number }[] = [{ node: root, depth: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next;
    deepest = Math.max(deepest, depth);
    for (const child of childrenOf(node)) {
      const isRow = child.op === node.op && ROWS.has(node.op);
      waiting.push({ node: child, depth: isRow ? depth : depth + 1 });
    }
  }
  return deepest;
}

function childrenOf({ args }: Node): Node[] {
  const list: readonly unknown[] = Array.isArray(args) ? args.flat(2) : [args];
  return list.filter((one): one is Node => typeof one === 'object' && one !== null && 'op' in one && 'start' in one);
}

function convert(node: Node, text: string): Syntax {
  const part = { start: node.start, end: node.end };
  const { op } = node;
  const one = (child: unknown) => convert(child as Node, text);
  const many = (children: unknown) => (children as readonly Node[]).map(one);
  switch (op) {
    case 'value':
      return convertValue(node, text);
    case 'id':
      return { ...part, kind: 'name', name: String(node.args) };
    case '.': {
      const [of, name] = node.args as readonly [Node, string];
      return { ...part, kind: 'member', of: one(of), name };
    }
    case 'call': {
      const [name, args] = node.args as readonly [string, readonly Node[]];
      return { ...part, kind: 'call', name, isMethod: false, args: many(args) };
    }
    case 'rcall': {
      const [name, receiver, args] = node.args as readonly [string, Node, readonly Node[]];
      return { ...part, kind: 'call', name, isMethod: true, args: [one(receiver), ...many(args)] };
    }
    case '[]': {
      const [of, index] = node.args as readonly [Node, Node];
      return { ...part, kind: 'index', of: one(of), index: one(index) };
    }
    case 'list':
      return { ...part, kind: 'list', items: many(node.args) };
    case 'map': {
      const entries = node.args as readonly (readonly [Node, Node])[];
      return { ...part, kind: 'map', entries: entries.map(([key, value]) => [one(key), one(value)] as const) };
    }
    case '!_':
    case '-_':
      return { ...part, kind: 'call', name: op, isMethod: false, args: [one(node.args)] };
    case '?:':
      return { ...part, kind: 'call', name: '_?_:_', isMethod: false, args: many(node.args) };
    case '+':
    case '&&':
    case '||':
      return { ...part, kind: 'call', name: `_${op}_`, isMethod: false, args: rowOf(node).map(one) };
    case '-':
    case '*':
    case '/':
    case '%':
    case '==':
    case '!=':
    case '<':
    case '<=':
    case '>':
    case '>=':
    case 'in':
      return { ...part, kind: 'call', name: `_${op}_`, isMethod: false, args: many(node.args) };
    default:
      return { ...part, kind: 'unsupported', what: `the operator ${op}` };
  }
}

/** Returns the operands of a row of one operator: those of `a + b + c`. */
function rowOf(node: Node): Node[] {
  const operands: Node[] = [];
  let current = node;
  for (;;) {
    const [left, right] = current.args as readonly [Node, Node];
    operands.push(right);
    if (left.op !== node.op) return [...operands, left].reverse();
    current = left;
  }
}

function convertValue({ args, start, end }: Node, text: string): Syntax {
  const part = { start, end };
  const source = text.slice(start, end);
  if (typeof args === 'string') return { ...part, kind: 'text', value: args };
  if (typeof args === 'boolean') return { ...part, kind: 'truth', value: args };
  if (args === null) return { ...part, kind: 'null' };
  if (/^[0-9]/.test(source))
    return /[uU]$/.test(source)
      ? { ...part, kind: 'unsupported', what: `the unsigned number ${source}` }
      : { ...part, kind: 'number', value: readNumber(source, part) };
  return { ...part, kind: 'unsupported', what: 'a literal of bytes' };
}

/** Returns the digits of a number, without an exponent. */
function readNumber(source: string, part: Part): string {
  if (/^0[xX]/.test(source)) return BigInt(source).toString();
  const [, whole = '', fraction = '', exponent = '0'] =
    /^([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(source) ?? [];
  const shift = Number(exponent);
  if (whole.length + fraction.length + Math.abs(shift) > MAX_DIGITS)
    throw new InvalidNumber(part, `a number may have at most ${MAX_DIGITS} digits`);
  const digits = (whole + fraction).padEnd(whole.length + Math.max(0, shift), '0');
  const point = whole.length + shift;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits;
  const at = Math.max(point, 1);
  const plain = padded.slice(0, at).replace(/^0+(?=[0-9])/, '');
  return at < padded.length ? `${plain}.${padded.slice(at)}` : plain;
}
