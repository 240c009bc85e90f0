import { findBrackets, splitAt } from './scan.ts';

/** The maximum length of a line of generated code, as in hand-written code. */
export const MAX_COLUMNS = 120;

/** An expression with the text before and after it on its line. */
export interface Piece {
  readonly indent: string;
  readonly before: string;
  readonly expression: string;
  readonly after: string;
}

/** Operators by precedence, the weakest first. A long expression is broken at its weakest operator. */
const OPERATORS: readonly (readonly string[])[] = [
  [' ?? '],
  [' || '],
  [' && '],
  [' | '],
  [' & '],
  [' === ', ' !== '],
  [' < ', ' > ', ' <= ', ' >= '],
  [' + ', ' - '],
];

/**
 * Breaks an expression into lines, each at most MAX_COLUMNS long where that is possible: calls, arrays and objects
 * between their elements, all others at their operators.
 */
export function wrapExpression(piece: Piece): string[] {
  const { indent, before, expression, after } = piece;
  const line = indent + before + expression + after;
  if (line.length <= MAX_COLUMNS) return [line];
  return wrapConditional(piece) ?? wrapOperators(piece) ?? wrapBrackets(piece) ?? wrapAfterAssignment(piece) ?? [line];
}

/** Breaks `a || b` into one line per operand. Returns null if the expression has no operator on its outermost level. */
export function wrapOperands(expression: string, indent: string): string[] | null {
  for (const operators of OPERATORS) {
    const [operator] = operators.filter((one) => splitAt(expression, one).length > 1);
    if (operator === undefined) continue;
    const operands = splitAt(expression, operator);
    return operands.flatMap((operand, i) =>
      wrapExpression({
        indent,
        before: '',
        expression: operand,
        after: i < operands.length - 1 ? operator.trimEnd() : '',
      }),
    );
  }
  return null;
}

/** Breaks `test ? yes : no` before its operators. */
function wrapConditional({ indent, before, expression, after }: Piece): string[] | null {
  const [test = '', ...rest] = splitAt(expression, ' ? ');
  if (rest.length === 0) return null;
  const [yes = '', ...no] = splitAt(rest.join(' ? '), ' : ');
  const inner = `${indent}  `;
  if (before.endsWith('= ') && isOperation(test))
    return [indent + before.trimEnd(), ...wrapExpression({ indent: inner, before: '', expression, after })];
  return [
    ...wrapExpression({ indent, before, expression: test, after: '' }),
    ...wrapExpression({ indent: inner, before: '? ', expression: yes, after: '' }),
    ...wrapAlternative({ indent: inner, before: ': ', expression: no.join(' : '), after }),
  ];
}

/** A conditional in a broken conditional is broken too. */
function wrapAlternative(piece: Piece): string[] {
  return wrapConditional(piece) ?? wrapExpression(piece);
}

function isOperation(expression: string): boolean {
  return OPERATORS.some((operators) => operators.some((operator) => splitAt(expression, operator).length > 1));
}

/** Breaks an operation at its weakest operator. Its operands are indented below a call's argument or an assignment. */
function wrapOperators({ indent, before, expression, after }: Piece): string[] | null {
  const inner = `${indent}  `;
  const operands = wrapOperands(expression, inner);
  if (operands === null) return null;
  if (before === 'return ') return [`${indent}return (`, ...operands, `${indent})${after}`];
  if (before === '')
    return [(operands[0] ?? '').slice(2), ...operands.slice(1, -1), `${operands.at(-1) ?? ''}${after}`];
  if (!/[=:] $/.test(before)) return null;
  const below = inner + expression + after;
  const lines = below.length <= MAX_COLUMNS ? [below] : [...operands.slice(0, -1), `${operands.at(-1) ?? ''}${after}`];
  return [indent + before.trimEnd(), ...lines];
}

/** Breaks the call, array, object or group at the end of an expression into one line per element. */
function wrapBrackets({ indent, before, expression, after }: Piece): string[] | null {
  const last = findBrackets(expression).at(-1);
  if (last === undefined || last.close === last.open + 1) return null;
  const head = before + expression.slice(0, last.open + 1);
  const tail = expression.slice(last.close) + after;
  const content = expression.slice(last.open + 1, last.close).trim();
  const inner = `${indent}  `;
  const kind = kindOf(expression, last.open);
  const operands = wrapOperands(content, inner) ?? [inner + content];
  if (kind === 'group' && operands.length < 2) return null;
  if (kind === 'group')
    return [
      indent + head + (operands[0] ?? '').trimStart(),
      ...operands.slice(1, -1),
      `${operands.at(-1) ?? ''}${tail}`,
    ];
  if (kind === 'index') return [indent + head, ...operands, indent + tail];
  const elements = splitAt(content, ', ');
  const lastBroken = kind === 'call' ? breakLastArgument({ indent, before: head, elements, after: tail }) : null;
  if (lastBroken !== null) return lastBroken;
  const lines = areNumbers(elements)
    ? fill(elements, inner)
    : elements.flatMap((element) => wrapElement(element, inner));
  return [indent + head, ...lines, indent + tail];
}

/** What a bracket opens: the arguments of a call, a list (array or object), a grouped expression, or an index. */
function kindOf(expression: string, open: number): 'call' | 'list' | 'group' | 'index' {
  const isAfterValue = /[\w$)\]>]$/.test(expression.slice(0, open));
  if (expression.charAt(open) === '(') return isAfterValue ? 'call' : 'group';
  return isAfterValue && expression.charAt(open) === '[' ? 'index' : 'list';
}

/** Keeps the arguments of a call on one line if only the object or array at their end has to be broken. */
function breakLastArgument({
  indent,
  before,
  elements,
  after,
}: Omit<Piece, 'expression'> & { elements: readonly string[] }): string[] | null {
  const last = elements.at(-1) ?? '';
  if (!/^(?:[{[].*[}\]])$/s.test(last) || elements.slice(0, -1).some((element) => /[{[]/.test(element))) return null;
  const head =
    before +
    elements
      .slice(0, -1)
      .map((element) => `${element}, `)
      .join('');
  return (indent + head).length > MAX_COLUMNS - 1
    ? null
    : wrapBrackets({ indent, before: head, expression: last, after });
}

function wrapElement(element: string, indent: string): string[] {
  const [, key = '', value = ''] = /^((?:'(?:[^'\\]|\\.)*'|[\w$]+|\[[^\]]*\]): )(.*)$/s.exec(element) ?? [
    '',
    '',
    element,
  ];
  return wrapExpression({ indent, before: key, expression: value, after: ',' });
}

function areNumbers(elements: readonly string[]): boolean {
  return elements.length > 1 && elements.every((element) => /^-?\d+$/.test(element));
}

/** Numbers share lines. */
function fill(elements: readonly string[], indent: string): string[] {
  const lines: string[] = [];
  for (const element of elements) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + element.length + 2 <= MAX_COLUMNS)
      lines[lines.length - 1] = `${last} ${element},`;
    else lines.push(`${indent}${element},`);
  }
  return lines;
}

/** A text that cannot be broken moves to a line of its own. */
function wrapAfterAssignment({ indent, before, expression, after }: Piece): string[] | null {
  return /[=:] $/.test(before) && expression.startsWith("'")
    ? [indent + before.trimEnd(), `${indent}  ${expression}${after}`]
    : null;
}
