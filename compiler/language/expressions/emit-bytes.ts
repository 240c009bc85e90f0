import { type Code, code, commentText, join, literal, name } from '../../emitting/code/literal.ts';
import type { Scope } from '../../emitting/code/scope.ts';
import { emitLabel } from '../../emitting/bytes/label.ts';
import { emitIsOneOf } from '../../emitting/bytes/words.ts';
import { capitalize } from '../../emitting/code/names.ts';
import { toJsonBytes } from '../../kernel/fast/json-bytes.ts';
import { functionOf } from './functions/functions.ts';
import type { Call, Expression } from './model/expression.ts';

/** What the byte form of an expression refers to. */
export interface ByteContext {
  readonly scope: Scope;
  readonly numbersAs: 'NUMBER' | 'STRING';
  /** What the names of declarations begin with. */
  readonly base: string;
  /** Whether null needs the careful reader, because a rule reports it. */
  readonly rejectsNull: boolean;
  /** Returns the variable with the place of a field's value in the output. */
  place(field: string): Code;
}

/** The code that computes a value in the output: declarations, and the statements of a function with `length`. */
export interface ByteExpression {
  readonly declarations: readonly Code[];
  readonly body: readonly Code[];
}

/**
 * Returns the code that computes an expression from the bytes of other values. Returns null if only the careful reader
 * can compute it. It has constants, copies, `+` of texts, `-`, `text`, `coalesce`, lookups, and `?:` with tests of texts
 * and numbers.
 */
export function emitByteExpression(expression: Expression, context: ByteContext): ByteExpression | null {
  const emitter = new ByteEmitter(context);
  const body = emitter.write(expression);
  return body === null ? null : { declarations: emitter.declarations, body };
}

/**
 * Returns an expression that is true if a condition is false, or may be. Returns null if only the careful reader can test
 * it.
 */
export function emitByteTest(
  condition: Expression,
  context: ByteContext,
): { readonly declarations: readonly Code[]; readonly fails: Code } | null {
  const emitter = new ByteEmitter(context);
  const fails = emitter.fails(condition);
  return fails === null ? null : { declarations: emitter.declarations, fails: fails.code };
}

/** The longest row and list for which code is emitted. */
const MAX_PARTS = 64;

/** The operators of JavaScript that compare the order of two numbers with 0. */
const ORDERS: ReadonlyMap<string, Code> = new Map([
  ['_==_', code`===`],
  ['_!=_', code`!==`],
  ['_<_', code`<`],
  ['_<=_', code`<=`],
  ['_>_', code`>`],
  ['_>=_', code`>=`],
]);

/** Whether the value that was appended last is not null. */
const IS_WRITTEN = code`output[length] !== LETTER_N`;

/** A condition in two steps, as in the careful code. */
interface Test {
  readonly nulls: readonly Code[];
  readonly holds: Code;
  /** The condition compares, so its negation needs parentheses. */
  readonly compares?: boolean;
}

/** A condition and the operator that joins its parts. Null: it has one part. */
interface Row {
  readonly code: Code;
  readonly operator: '&&' | '||' | null;
}

/** Joins conditions, with parentheses only around rows of the other operator, as the formatter writes them. */
function joinRow(parts: readonly Row[], operator: '&&' | '||'): Row {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  const codes = parts.map((part) =>
    part.operator === null || part.operator === operator ? part.code : code`(${part.code})`,
  );
  return { code: join(codes, operator === '&&' ? ' && ' : ' || '), operator };
}

function negate({ holds, compares }: Test): Code {
  return compares ? code`!(${holds})` : code`!${holds}`;
}

class ByteEmitter {
  readonly declarations: Code[];
  readonly #context: ByteContext;

  constructor(context: ByteContext, declarations: Code[] = []) {
    this.#context = context;
    this.declarations = declarations;
  }

  /** Returns statements that append the value of an expression and return. */
  write(expression: Expression): Code[] | null {
    switch (expression.kind) {
      case 'literal':
        return this.#writeLiteral(expression);
      case 'given':
        return null;
      case 'field':
        if (!isCopied(expression)) return null;
        return [...this.#rejectNull([expression.field]), this.#return('appendValue', expression.field)];
      case 'call':
        return this.#writeCall(expression);
      default:
        return expression satisfies never;
    }
  }

  #writeCall(call: Call): Code[] | null {
    const { name: own, args } = call;
    const [first, second, third] = args;
    if (args.length > MAX_PARTS) return null;
    if (own === '-_' && first?.kind === 'field')
      return [...this.#ifNull([first.field]), this.#return('appendNegated', first.field)];
    if (own === 'text' && first?.kind === 'field' && isCopied(first)) return this.#writeText(first);
    if (own === '_+_' && call.type === 'string') return this.#writeRow(args);
    if (own === 'coalesce') return this.#writeFirst(args);
    const called = this.#writeOwn(call);
    if (called !== null) return called;
    if (own === '_?_:_' && first !== undefined && second !== undefined && third !== undefined) {
      const test = this.test(first);
      const [yes, no] = [this.write(second), this.write(third)];
      if (test === null || yes === null || no === null) return null;
      return [...this.#whenNull(test.nulls), code`if (${test.holds}) {`, ...indent(yes), code`}`, ...no];
    }
    if (call.type !== 'bool') return null;
    const test = this.test(call);
    if (test === null) return null;
    const { scope } = this.#context;
    return [
      ...this.#whenNull(test.nulls),
      code`return ${test.holds} ? ${scope.use('writeTrue')}(output, length) : ${scope.use('writeFalse')}(output, length);`,
    ];
  }

  /** Emits the call of a function that has a byte form of its own. */
  #writeOwn(call: Call): Code[] | null {
    const result = this.#callOwn(call);
    if (result === null) return null;
    const { argument, found } = result;
    if (!this.#context.rejectsNull) return [...argument, code`return ${found};`];
    return [...argument, code`const end = ${found};`, code`return end >= 0 && ${IS_WRITTEN} ? end : -1;`];
  }

  /** Returns statements that compute the argument of a function with a byte form, and the call that appends its result. */
  #callOwn({ name: called, args, operand }: Call): { argument: Code[]; found: Code } | null {
    const { inBytes } = functionOf({ name: called });
    const [argument] = args;
    if (inBytes === undefined || argument === undefined || args.length > 1) return null;
    const { scope, base } = this.#context;
    const range = this.#rangeOf(argument);
    if (range === null) return null;
    const own = `${base}${capitalize(called)}${this.declarations.length + 1}`;
    this.declarations.push(...inBytes(operand, own, scope));
    return { argument: range.lines, found: code`${name(own)}(length, ${range.place}, report)` };
  }

  /** Returns the range of a text in the output, and the statements that write it there. It may be null. */
  #rangeOf(argument: Expression): { lines: Code[]; place: Code } | null {
    const [inner] = argument.kind === 'call' && argument.name === 'text' ? argument.args : [argument];
    if (inner?.kind === 'field' && isCopied(inner)) return { lines: [], place: this.#place(inner.field) };
    if (argument.kind === 'literal') return null;
    // The result is written over the argument.
    const own = this.#declare(argument);
    if (own === null) return null;
    const lines = [code`const to = ${own}(length);`, code`if (to < 0) return -1;`];
    return { lines, place: code`{ from: length, to }` };
  }

  #writeLiteral({ type, value }: Extract<Expression, { kind: 'literal' }>): Code[] {
    if (value === null) return [this.#null()];
    const isQuoted = type === 'string' || (typeof value === 'string' && this.#context.numbersAs !== 'NUMBER');
    return [...emitLabel(isQuoted ? JSON.stringify(value) : String(value)), code`return length;`];
  }

  #writeText(field: Extract<Expression, { kind: 'field' }>): Code[] {
    const isText = field.type === 'string' || (field.type !== 'bool' && this.#context.numbersAs !== 'NUMBER');
    return [...this.#ifNull([field.field]), this.#return(isText ? 'appendValue' : 'appendAsText', field.field)];
  }

  /** Emits a row of texts: literals, fields, and numbers as texts. */
  #writeRow(args: readonly Expression[]): Code[] | null {
    const { scope, base } = this.#context;
    const fields: string[] = [];
    const steps: Code[] = [];
    for (const argument of args) {
      const inner = argument.kind === 'call' && argument.name === 'text' ? argument.args[0] : argument;
      if (inner?.kind === 'literal' && typeof inner.value === 'string' && inner.type === 'string') {
        const constant = name(`${base}Text${this.declarations.length + 1}`);
        const bytes = [...toJsonBytes(inner.value)].map((byte) => code`${byte}`);
        this.declarations.push(
          code`const ${constant} = Uint8Array.of(${join(bytes, ', ')}); // ${commentText(JSON.stringify(inner.value))}`,
        );
        steps.push(code`end = ${scope.use('appendBytes')}(output, end, ${constant});`);
      } else if (inner?.kind === 'field' && isCopied(inner)) {
        fields.push(inner.field);
        steps.push(code`end = ${scope.use('appendContent')}(output, end, ${this.#place(inner.field)});`);
      } else return null;
    }
    return [
      ...this.#ifNull(fields),
      code`let end = length + 1;`,
      ...steps,
      code`if (end < 0 || end - length > maxRecordBytes) return -1;`,
      code`output[length] = QUOTE;`,
      code`output[end] = QUOTE;`,
      code`return end + 1;`,
    ];
  }

  #writeFirst(args: readonly Expression[]): Code[] | null {
    const lines: Code[] = [];
    for (const argument of args) {
      if (argument.kind === 'call') {
        const own = this.#declare(argument);
        if (own === null) return null;
        const found = name(`found${this.declarations.length}`);
        lines.push(code`const ${found} = ${own}(length);`, code`if (${found} < 0 || ${IS_WRITTEN}) return ${found};`);
        continue;
      }
      const written = this.write(argument);
      if (written === null) return null;
      if (argument.kind === 'literal' && argument.value !== null) return [...lines, ...written];
      if (argument.kind !== 'field') return null;
      lines.push(code`if (!${this.#isNull(argument.field)}) {`, ...indent(written), code`}`);
    }
    return [...lines, this.#null()];
  }

  /** Declares a function that appends the value of an expression, which may be null. Returns its name. */
  #declare(expression: Expression): Code | null {
    const emitter = new ByteEmitter({ ...this.#context, rejectsNull: false }, this.declarations);
    const body = emitter.write(expression);
    if (body === null) return null;
    const own = name(`${this.#context.base}Part${this.declarations.length + 1}`);
    this.declarations.push(code`function ${own}(length: number): number {\n${indent(body)}\n}`);
    return own;
  }

  /** Returns an expression that is true if a condition is false. Null: only the careful reader can test it. */
  fails(condition: Expression): Row | null {
    if (condition.kind === 'call' && (condition.name === '_&&_' || condition.name === '_||_')) {
      const parts = condition.args.map((one) => this.fails(one));
      const found = parts.filter((part) => part !== null);
      // One false condition makes a row of && false, and only all of them one of ||.
      return found.length < parts.length ? null : joinRow(found, condition.name === '_&&_' ? '||' : '&&');
    }
    const test = this.test(condition);
    if (test === null) return null;
    const given = [...test.nulls.map((isNull) => code`!${isNull}`), negate(test)];
    return joinRow(
      given.map((part) => ({ code: part, operator: null })),
      '&&',
    );
  }

  /** Returns the test of a condition. Null: only the careful reader can test it. */
  test(condition: Expression): Test | null {
    if (condition.kind === 'field')
      return {
        nulls: [this.#isNull(condition.field)],
        holds: code`output[${this.#place(condition.field)}.from] === 0x74`,
        compares: true,
      };
    if (condition.kind !== 'call' || condition.args.length > MAX_PARTS) return null;
    const { name: own, args } = condition;
    const [first, second] = args;
    if (own === '!_' && first !== undefined) {
      const test = this.test(first);
      return test === null ? null : { nulls: test.nulls, holds: negate(test) };
    }
    if (own === '_in_') return this.#testList(first, args.slice(1));
    const compared = this.#testNumbers(own, first, second);
    if (compared !== null) return compared;
    if ((own !== '_==_' && own !== '_!=_') || first === undefined || second === undefined) return null;
    const test = this.#testEqual(first, second) ?? this.#testEqual(second, first);
    return test === null || own === '_==_' ? test : { nulls: test.nulls, holds: code`!${test.holds}` };
  }

  /** Returns the test that compares two numbers: fields or literals. */
  #testNumbers(own: string, first: Expression | undefined, second: Expression | undefined): Test | null {
    const operator = ORDERS.get(own);
    const [a, b] = [this.#number(first), this.#number(second)];
    if (operator === undefined || a === null || b === null) return null;
    const compare = this.#context.scope.use('compareNumberValues');
    const nulls = [first, second].flatMap((one) => (one?.kind === 'field' ? [this.#isNull(one.field)] : []));
    return { nulls, holds: code`${compare}(${a}, ${b}) ${operator} 0`, compares: true };
  }

  /** Returns the variable with a number. Null: it is no field and no literal. */
  #number(operand: Expression | undefined): Code | null {
    if (operand?.type !== 'int' && operand?.type !== 'decimal') return null;
    if (operand.kind === 'field') return this.#place(operand.field);
    if (operand.kind !== 'literal' || typeof operand.value !== 'string') return null;
    const own = name(`${this.#context.base}Number${this.declarations.length + 1}`);
    const create = this.#context.scope.use('createNumberValue');
    this.declarations.push(code`const ${own} = ${create}(${literal(operand.value)});`);
    return own;
  }

  /** Returns the test whether a field equals a literal text, null, or the text of another field. */
  #testEqual(field: Expression, other: Expression): Test | null {
    if (field.kind !== 'field') return null;
    if (other.type === 'null') return { nulls: [], holds: this.#isNull(field.field) };
    if (field.type !== 'string') return null;
    if (other.kind === 'literal') return this.#testList(field, [other]);
    if (other.kind !== 'field') return null;
    const same = this.#context.scope.use('hasSameText');
    return {
      nulls: [this.#isNull(field.field), this.#isNull(other.field)],
      holds: code`${same}(${this.#place(field.field)}, ${this.#place(other.field)})`,
    };
  }

  #testList(field: Expression | undefined, list: readonly Expression[]): Test | null {
    if (field?.kind !== 'field' || field.type !== 'string') return null;
    const texts = list.map((one) => (one.kind === 'literal' && one.type === 'string' ? one.value : null));
    if (!texts.every((text) => typeof text === 'string')) return null;
    const own = name(`${this.#context.base}Is${this.declarations.length + 1}`);
    this.declarations.push(emitIsOneOf(own, texts, texts.map(toJsonBytes)));
    const place = this.#place(field.field);
    return { nulls: [this.#isNull(field.field)], holds: code`${own}(output, ${place}.from + 1, ${place}.to - 1)` };
  }

  #place(field: string): Code {
    return this.#context.place(field);
  }

  #isNull(field: string): Code {
    return code`${this.#context.scope.use('isNullValue')}(${this.#place(field)})`;
  }

  #return(own: 'appendValue' | 'appendNegated' | 'appendAsText', field: string): Code {
    return code`return ${this.#context.scope.use(own)}(output, length, ${this.#place(field)});`;
  }

  #ifNull(fields: readonly string[]): Code[] {
    return this.#whenNull([...new Set(fields)].map((field) => this.#isNull(field)));
  }

  /** A copied null is null, so it needs a test only if a rule reports it. */
  #rejectNull(fields: readonly string[]): Code[] {
    return this.#context.rejectsNull ? this.#ifNull(fields) : [];
  }

  #whenNull(nulls: readonly Code[]): Code[] {
    return nulls.length === 0 ? [] : [code`if (${join(nulls, ' || ')}) ${this.#null()}`];
  }

  #null(): Code {
    const { scope, rejectsNull } = this.#context;
    return rejectsNull ? code`return -1;` : code`return ${scope.use('writeNull')}(output, length);`;
  }
}

/** Returns whether the message has the value of a field in the form of its type in expressions. */
function isCopied({ type }: Extract<Expression, { kind: 'field' }>): boolean {
  return type === 'string' || type === 'int' || type === 'decimal' || type === 'bool';
}

function indent(lines: readonly Code[]): Code[] {
  return lines.map((line) => code`  ${line}`);
}
