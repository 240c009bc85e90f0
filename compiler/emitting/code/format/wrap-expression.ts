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

/** Operators by precedence, weakest first. A long expression is broken at its weakest operator. */
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
 * Breaks an expression into lines of at most MAX_COLUMNS characters if that is possible. Calls, arrays and objects
 * break between their elements, and other expressions at their operators.
 */
export function wrapExpression(piece: Piece): string[] {
  const { indent, before, expression, after } = piece;
  const line = indent + before + expression + after;
  if (line.length <= MAX_COLUMNS) return [line];
  return (
    wrapArrow(piece) ??
    wrapConditional(piece) ??
    wrapOperators(piece) ??
    wrapBrackets(piece) ??
    wrapAfterAssignment(piece) ?? [line]
  );
}

/**
 * Breaks an expression such as `a || b` into lines that begin with `indent`, with a new line for each operand. Returns
 * null if there is no operator on the outermost level.
 */
export function wrapOperands(expression: string, indent: string): string[] | null {
  // An operator in a conditional belongs to one of its parts.
  if (splitAt(expression, ' ? ').length > 1) return null;
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

/**
 * Breaks an arrow function after its `=>`. On a line of its own, a conditional needs no parentheses. Returns null for any
 * other expression.
 */
function wrapArrow({ indent, before, expression, after }: Piece): string[] | null {
  const [, head, text = ''] = /^(\([\w$: ,]*\) =>) (?!\{)(.*)$/s.exec(expression) ?? [];
  if (head === undefined) return null;
  const [group] = findBrackets(text);
  const isInParentheses = group?.open === 0 && group.close === text.length - 1 && text.startsWith('(');
  const body = isInParentheses ? text.slice(1, -1) : text;
  const inner = `${indent}  `;
  const operands = (inner + body + after).length <= MAX_COLUMNS ? null : wrapOperands(body, inner);
  if (operands !== null) return [indent + before + head, ...operands.slice(0, -1), `${operands.at(-1) ?? ''}${after}`];
  return [indent + before + head, ...wrapExpression({ indent: inner, before: '', expression: body, after })];
}

/** Breaks `test ? yes : no` before `?` and `:`. Returns null for any other expression. */
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

/** Breaks the last part of a conditional that is already broken. A nested conditional is broken even if it is short. */
function wrapAlternative(piece: Piece): string[] {
  return wrapConditional(piece) ?? wrapExpression(piece);
}

function isOperation(expression: string): boolean {
  return OPERATORS.some((operators) => operators.some((operator) => splitAt(expression, operator).length > 1));
}

/**
 * Breaks an operation at its weakest operator, and indents the operands. Returns null if there is no operator, or if
 * the text before the expression does not allow a break.
 */
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

/**
 * Breaks the last call, array, object or group of an expression into one line per element. Returns null if there is
 * nothing to break.
 */
function wrapBrackets({ indent, before, expression, after }: Piece): string[] | null {
  const last = findBrackets(expression).at(-1);
  if (last === undefined || last.close === last.open + 1) return null;
  const head = before + expression.slice(0, last.open + 1);
  const tail = expression.slice(last.close) + after;
  const content = expression.slice(last.open + 1, last.close).trim();
  const inner = `${indent}  `;
  const kind = kindOf(expression, last.open);
  const operands =
    wrapOperands(content, inner) ?? wrapExpression({ indent: inner, before: '', expression: content, after: '' });
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

/**
 * Breaks only the object or array that is the last argument of a call, and leaves the other arguments on the first
 * line. Returns null if the last argument is neither, if another argument contains an object, array or index, or if the
 * first line would be too long.
 */
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

/** Puts as many numbers on each line as fit. */
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

/** Moves a long string literal to the line after its assignment. Returns null for any other expression. */
function wrapAfterAssignment({ indent, before, expression, after }: Piece): string[] | null {
  return /[=:] $/.test(before) && /^['"]/.test(expression)
    ? [indent + before.trimEnd(), `${indent}  ${expression}${after}`]
    : null;
}
