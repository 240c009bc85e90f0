/**
 * An interpreter of expressions, written from the description of the language and without code of the compiler. It
 * evaluates trees that `draw-expression.ts` draws together with their texts.
 */

/** A value of an expression: null, a text, a number as its digits, a condition, or the days since 1970-01-01. */
export type Value = string | boolean | number | null;

/** A part of a drawn expression. `numeric`: whether its values are numbers. */
export interface Tree {
  readonly op: string;
  readonly args: readonly Tree[];
  readonly value?: Value;
  /** What the operator needs besides values: a pattern, entries, a rounding. */
  readonly extra?: unknown;
  readonly numeric: boolean;
}

/** Thrown where an expression cannot be computed. */
export class NotComputed extends Error {}

/** What an expression reads: the fields of a record, and its place. */
export interface Surroundings {
  readonly fields: ReadonlyMap<string, Value>;
  readonly fileName: string;
  readonly number: number;
  readonly maxBytes: number;
}

const MAX_DIGITS = 1000;

interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

function exact(digits: string): Exact {
  if (digits.replace(/[-.]/g, '').length > MAX_DIGITS) throw new NotComputed();
  const [whole = '', fraction = ''] = digits.split('.');
  return { units: BigInt(whole + fraction || '0'), scale: fraction.length };
}

function digits({ units, scale }: Exact): string {
  const text = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  if (text.length > MAX_DIGITS) throw new NotComputed();
  const whole = text.slice(0, text.length - scale);
  return (units < 0n ? '-' : '') + (scale === 0 ? whole : `${whole}.${text.slice(-scale)}`);
}

function atScale({ units, scale }: Exact, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

/** Compares any two numbers, also those with many digits. */
function compare(a: string, b: string): number {
  const parts = (text: string) => {
    const [whole = '', fraction = ''] = text.replace('-', '').split('.');
    return { isNegative: text.startsWith('-'), whole, fraction };
  };
  const [x, y] = [parts(a), parts(b)];
  const scale = Math.max(x.fraction.length, y.fraction.length);
  const value = ({ isNegative, whole, fraction }: typeof x) =>
    BigInt(whole + fraction.padEnd(scale, '0')) * (isNegative ? -1n : 1n);
  return value(x) < value(y) ? -1 : value(x) > value(y) ? 1 : 0;
}

function rounded(numerator: bigint, denominator: bigint, rounding: string): bigint {
  const sign = numerator < 0n !== denominator < 0n ? -1n : 1n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const whole = n / d;
  const twice = (n % d) * 2n;
  if (rounding === 'HALF_UP') return sign * (twice >= d ? whole + 1n : whole);
  if (rounding === 'HALF_EVEN') return sign * (twice > d || (twice === d && whole % 2n === 1n) ? whole + 1n : whole);
  return sign * whole;
}

function points(text: string): string[] {
  return Array.from(text);
}

function trimmed(text: string): string {
  return text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
}

function bounded(text: string, { maxBytes }: Surroundings): string {
  if (text.length > maxBytes) throw new NotComputed();
  return text;
}

function order(a: Value, b: Value, numeric: boolean): number {
  if (numeric) return compare(String(a), String(b));
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [points(String(a)), points(String(b))];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    const difference = (x[i]?.codePointAt(0) ?? 0) - (y[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

function isoDay(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** Returns the value of an expression. Throws NotComputed. */
export function evaluate(tree: Tree, around: Surroundings): Value {
  const { op, args, extra } = tree;
  const at = (index: number): Value => {
    const argument = args[index];
    return argument === undefined ? null : evaluate(argument, around);
  };
  switch (op) {
    case 'literal':
      return tree.value ?? null;
    case 'field':
      return around.fields.get(String(tree.value)) ?? null;
    case 'file.name':
      return around.fileName;
    case 'record.number':
      return String(around.number);
    case '?:': {
      const condition = at(0);
      return condition === null ? null : condition === true ? at(1) : at(2);
    }
    case '&&':
    case '||': {
      const decides = op === '||';
      let result: Value = !decides;
      for (const argument of args) {
        const value = evaluate(argument, around);
        if (value === decides) return decides;
        if (value === null) result = null;
      }
      return result;
    }
    case 'coalesce':
      for (const argument of args) {
        const value = evaluate(argument, around);
        if (value !== null) return value;
      }
      return null;
    case 'isNull':
      return at(0) === null;
    case 'isNotNull':
      return at(0) !== null;
    case 'in': {
      const [value, ...list] = args.map((argument) => evaluate(argument, around));
      if (value === null || value === undefined) return null;
      const isNumeric = args.every(({ numeric }) => numeric);
      return list.some((one) => one !== null && order(value, one, isNumeric) === 0)
        ? true
        : list.includes(null)
          ? null
          : false;
    }
    default: {
      const values = args.map((argument) => evaluate(argument, around));
      // Without an index, a function with an optional argument has fewer.
      return values.includes(null) ? null : strict(op, values as Exclude<Value, null>[], { tree, around, extra });
    }
  }
}

function strict(
  op: string,
  values: readonly Exclude<Value, null>[],
  { tree, around, extra }: { tree: Tree; around: Surroundings; extra: unknown },
): Value {
  const [a = '', b = '', c = ''] = values;
  const text = (value: Exclude<Value, null>) => String(value);
  const numeric = tree.args.every((argument) => argument.numeric);
  switch (op) {
    case '+':
      if (!numeric) return bounded(values.map(text).join(''), around);
      return values.map(text).reduce((sum, next) => add(sum, next, 1n));
    case '-':
      return add(text(a), text(b), -1n);
    case '*': {
      const [x, y] = [exact(text(a)), exact(text(b))];
      return digits({ units: x.units * y.units, scale: x.scale + y.scale });
    }
    case 'negate':
      return text(a).startsWith('-') ? text(a).slice(1) : /[1-9]/.test(text(a)) ? `-${text(a)}` : text(a);
    case 'abs':
      return text(a).replace('-', '');
    case 'min':
    case 'max':
      return withoutZeroSign(
        values.map(text).reduce((best, next) => (compare(next, best) * (op === 'min' ? 1 : -1) < 0 ? next : best)),
      );
    case 'round': {
      const { scale, rounding } = extra as { scale: number; rounding: string };
      const x = exact(text(a));
      if (x.scale <= scale) return digits({ units: atScale(x, scale), scale });
      return digits({ units: rounded(x.units, 10n ** BigInt(x.scale - scale), rounding), scale });
    }
    case 'divide': {
      const { scale, rounding } = extra as { scale: number; rounding: string };
      const [x, y] = [exact(text(a)), exact(text(b))];
      if (y.units === 0n) throw new NotComputed();
      const units = rounded(x.units * 10n ** BigInt(y.scale + scale), y.units * 10n ** BigInt(x.scale), rounding);
      return digits({ units, scale });
    }
    case '==':
      return order(a, b, numeric) === 0;
    case '!=':
      return order(a, b, numeric) !== 0;
    case '<':
      return order(a, b, numeric) < 0;
    case '<=':
      return order(a, b, numeric) <= 0;
    case '>':
      return order(a, b, numeric) > 0;
    case '>=':
      return order(a, b, numeric) >= 0;
    case '!':
      return a !== true;
    case 'size':
      return String(points(text(a)).length);
    case 'contains':
      return text(a).includes(text(b));
    case 'startsWith':
      return text(a).startsWith(text(b));
    case 'endsWith':
      return text(a).endsWith(text(b));
    case 'matches':
      return new RegExp(String(extra), 'u').test(text(a));
    case 'extract': {
      const { pattern, group } = extra as { pattern: string; group: number };
      return new RegExp(pattern, 'u').exec(text(a))?.[group] ?? null;
    }
    case 'substring': {
      const all = points(text(a));
      const [from, to] = [BigInt(text(b)), values.length > 2 ? BigInt(text(c)) : BigInt(all.length)];
      if (from < 0n || to < from || to > BigInt(all.length)) return null;
      return all.slice(Number(from), Number(to)).join('');
    }
    case 'trim':
      return trimmed(text(a));
    case 'lowerAscii':
      return points(text(a))
        .map((one) => (/^[A-Z]$/.test(one) ? one.toLowerCase() : one))
        .join('');
    case 'upperAscii':
      return points(text(a))
        .map((one) => (/^[a-z]$/.test(one) ? one.toUpperCase() : one))
        .join('');
    case 'replace':
      if (text(b) === '') return bounded(['', ...points(text(a)), ''].join(text(c)), around);
      return bounded(text(a).split(text(b)).join(text(c)), around);
    case 'indexOf': {
      const all = points(text(a));
      const from = values.length > 2 ? BigInt(text(c)) : 0n;
      if (from < 0n || from > BigInt(all.length)) return null;
      const rest = all.slice(Number(from)).join('');
      const found = rest.indexOf(text(b));
      return found < 0 ? '-1' : String(Number(from) + points(rest.slice(0, found)).length);
    }
    case 'split': {
      const parts = text(b) === '' ? points(text(a)) : text(a).split(text(b));
      const index = BigInt(text(c));
      return index < 0n || index >= BigInt(parts.length) ? null : (parts[Number(index)] ?? null);
    }
    case 'padLeft':
    case 'padRight': {
      const missing = BigInt(text(b)) - BigInt(points(text(a)).length);
      if (missing <= 0n) return text(a);
      if (missing > BigInt(around.maxBytes)) throw new NotComputed();
      const padding = String(extra).repeat(Number(missing));
      return bounded(op === 'padLeft' ? padding + text(a) : text(a) + padding, around);
    }
    case 'text':
      return typeof a === 'number' ? isoDay(a) : text(a);
    case 'integer': {
      if (!/^[+-]?[0-9]+$/.test(trimmed(text(a)))) throw new NotComputed();
      return withoutZeroSign(canonical(trimmed(text(a))));
    }
    case 'decimal': {
      if (!/^[+-]?[0-9]*\.?[0-9]+$/.test(trimmed(text(a)))) throw new NotComputed();
      return withoutZeroSign(canonical(trimmed(text(a))));
    }
    case 'date': {
      const [, day = '', month = '', year = ''] = /^([0-9]{2})\.([0-9]{2})\.([0-9]{4})$/.exec(trimmed(text(a))) ?? [];
      const time = Date.UTC(Number(year), Number(month) - 1, Number(day));
      if (year === '' || isoDay(time / 86_400_000) !== `${year}-${month}-${day}`) throw new NotComputed();
      return time / 86_400_000;
    }
    case 'map':
      return (extra as ReadonlyMap<string, Value>).get(text(a)) ?? null;
    default:
      throw new Error(`unknown operator ${op}`);
  }
}

/** Zero has no sign. */
function withoutZeroSign(number: string): string {
  return /[1-9]/.test(number) ? number : number.replace('-', '');
}

function add(a: string, b: string, sign: bigint): string {
  const [x, y] = [exact(a), exact(b)];
  const scale = Math.max(x.scale, y.scale);
  return digits({ units: atScale(x, scale) + sign * atScale(y, scale), scale });
}

/** Returns a number as the message has it: without a plus and without superfluous zeros at its beginning. */
export function canonical(number: string): string {
  const isNegative = number.startsWith('-');
  const [whole = '', fraction] = number.replace(/^[+-]/, '').split('.');
  const bare = whole.replace(/^0+(?=[0-9])/, '') || '0';
  return (isNegative ? '-' : '') + (fraction === undefined ? bare : `${bare}.${fraction}`);
}
