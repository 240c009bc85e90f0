import { fieldOf, fieldsOf, widthOf, type DateField, type DatePart } from '../plan/layout.ts';
import { advance, emitPosition, type TextPosition } from './text-position.ts';
import { emitEnd, emitLiteralMismatch, emitValue, type Reading, type ValuePart } from './scan-part.ts';
import { code, commentText, join, name, type Code } from '../../code/literal.ts';

/** Options for the statements that parse a text. */
export interface ScanOptions {
  /** The statement that ends the reader if the text does not fit the layout. */
  readonly reject: Code;
  /**
   * Returns whether later code needs the value of a field. Values in optional parts that are not needed are not stored.
   */
  readonly needs: (field: DateField) => boolean;
  /** Collects the names of the kernel functions that the statements call. */
  readonly imports: Set<string>;
}

/**
 * Emits statements that parse the variable `text` into one variable per field. They do not check ranges such as hour 0
 * to 23. A value is NaN if its optional part is missing, or if its text is not a valid number or name.
 */
export function emitDateScan(parts: readonly DatePart[], options: ScanOptions): Code[] {
  const fields = fieldsOf(parts);
  const context = {
    ...options,
    labels: { count: 0 },
    repeated: new Set(fields.filter((field, index) => fields.indexOf(field) !== index)),
  };
  const scope = createScope({ depth: 0, position: { base: null, plus: 0 }, reject: options.reject, context });
  scanParts(parts, scope);
  if (!scope.isMeasured) scope.mismatches.unshift(code`text.length !== ${emitPosition(scope.position)}`);
  flush(scope);
  return scope.lines;
}

interface Context extends ScanOptions {
  readonly labels: { count: number };
  /** Fields that several optional parts define. Their values must agree. */
  readonly repeated: ReadonlySet<DateField>;
}

/** The emitted code for the parts at one nesting level of optional parts. */
interface Scope {
  readonly depth: number;
  readonly reject: Code;
  readonly context: Context;
  readonly lines: Code[];
  /** The position at which the next part begins. */
  position: TextPosition;
  /**
   * Code that is not yet in `lines`: conditions for a mismatch (`mismatches`) and declarations of values (`values`).
   */
  readonly mismatches: Code[];
  readonly values: Code[];
  /** `variables` are all value variables of this level. `unchecked` are those among them without a check for NaN. */
  readonly variables: Code[];
  readonly unchecked: Code[];
  /** The names of variables that were declared for optional parts. */
  readonly declared: Set<string>;
  /** Whether the end of a part follows from the length of the text. If so, the length needs no check. */
  isMeasured: boolean;
}

function createScope(start: Pick<Scope, 'depth' | 'position' | 'reject' | 'context'>): Scope {
  return {
    ...start,
    lines: [],
    mismatches: [],
    values: [],
    variables: [],
    unchecked: [],
    declared: new Set(),
    isMeasured: false,
  };
}

function scanParts(parts: readonly DatePart[], scope: Scope): void {
  for (const [index, part] of parts.entries()) {
    if (part.kind === 'literal') {
      scope.mismatches.push(emitLiteralMismatch(part.text, scope.position));
      scope.position = advance(scope.position, part.text.length);
    } else if (part.kind === 'optional') {
      if (part.parts.length > 0) scanOptional(part, scope);
    } else {
      scanValue(part, parts.slice(index + 1), scope);
    }
  }
}

function scanValue(part: ValuePart, following: readonly DatePart[], scope: Scope): void {
  const variable = variableOf(fieldOf(part) ?? '', scope.depth);
  const width = widthOf(part);
  scope.variables.push(variable);
  scope.unchecked.push(variable);
  if (width !== null) {
    scope.values.push(emitConst(variable, emitValue(part, scope.position, advance(scope.position, width)), scope));
    scope.position = advance(scope.position, width);
  } else if (part.kind === 'monthName' || part.kind === 'weekdayName') {
    scope.lines.push(emitConst(variable, emitValue(part, scope.position, scope.position), scope));
    scope.position = declareEnd(variable, emitEnd(part, scope.position, variable), scope);
  } else {
    const end = endOfSpan(part, following, scope);
    scope.values.push(emitConst(variable, emitValue(part, scope.position, end), scope));
    scope.position = end;
  }
}

/**
 * Returns the end position of digits or an offset with variable width. If the part is not optional and all following
 * parts have a fixed width, the end follows from the length of the text. Otherwise the generated code searches for it.
 */
function endOfSpan(part: ValuePart, following: readonly DatePart[], scope: Scope): TextPosition {
  const variable = variableOf(fieldOf(part) ?? '', scope.depth);
  const rest = scope.depth === 0 ? widthOfAll(following) : null;
  if (rest === null) return declareEnd(variable, emitEnd(part, scope.position, variable), scope);
  scope.isMeasured = true;
  if (rest === 0) return { base: code`text.length`, plus: 0 };
  return declareEnd(variable, { code: code`text.length - ${rest}`, imports: [] }, scope);
}

function declareEnd(variable: Code, end: Reading, scope: Scope): TextPosition {
  const base = name(`${variable.source}End`);
  scope.lines.push(emitConst(base, end, scope));
  return { base, plus: 0 };
}

function emitConst(variable: Code, { code: value, imports }: Reading, { context }: Scope): Code {
  for (const imported of imports) context.imports.add(imported);
  return code`const ${variable} = ${value};`;
}

function scanOptional(part: Extract<DatePart, { kind: 'optional' }>, scope: Scope): void {
  flush(scope);
  const { context, depth } = scope;
  const fields = [...new Set(fieldsOf(part.parts))].filter(
    (field) => context.needs(field) || context.repeated.has(field),
  );
  for (const field of fields) declare(variableOf(field, depth), code`NaN`, scope);
  const cursor = variableOf('at', depth);
  if (!declare(cursor, emitPosition(scope.position), scope)) scope.lines.push(...emitMove(cursor, scope.position));
  scope.position = { base: cursor, plus: 0 };
  const label = name(`optional${++context.labels.count}`);
  const inner = createScope({ depth: depth + 1, position: scope.position, reject: code`break ${label};`, context });
  scanParts(part.parts, inner);
  flush(inner);
  for (const field of fields) inner.lines.push(...emitCopy(field, inner));
  inner.lines.push(...emitMove(cursor, inner.position));
  const isLeft = inner.lines.some(({ source }) => source.includes(inner.reject.source));
  scope.lines.push(
    code`// [${commentText(part.pattern)}]`,
    isLeft ? code`${label}: {` : code`{`,
    ...inner.lines.map((line) => code`  ${line}`),
    code`}`,
  );
}

/** Emits statements that copy the value of an optional part to the variable of the enclosing level. */
function emitCopy(field: DateField, { depth, reject, variables, context }: Scope): Code[] {
  const outer = variableOf(field, depth - 1);
  const inner = variableOf(field, depth);
  if (!context.repeated.has(field)) return [code`${outer} = ${inner};`];
  context.imports.add('isConsistent');
  const isOwn = variables.some(({ source }) => source === inner.source);
  const copy = isOwn ? code`${outer} = ${inner};` : code`if (!Number.isNaN(${inner})) ${outer} = ${inner};`;
  return [code`if (!isConsistent(${outer}, ${inner})) ${reject}`, copy];
}

function emitMove(cursor: Code, { base, plus }: TextPosition): Code[] {
  if (base?.source !== cursor.source) return [code`${cursor} = ${emitPosition({ base, plus })};`];
  return plus === 0 ? [] : [code`${cursor} += ${plus};`];
}

/** Declares a variable. Returns false if it is already declared. */
function declare(variable: Code, value: Code, scope: Scope): boolean {
  if (scope.declared.has(variable.source)) return false;
  scope.declared.add(variable.source);
  scope.lines.push(code`let ${variable} = ${value};`);
  return true;
}

/**
 * Moves the pending conditions and values to `lines`. In an optional part, a NaN value means that the text does not
 * contain the part.
 */
function flush({ lines, mismatches, values, unchecked, reject, depth }: Scope): void {
  if (mismatches.length > 0) lines.push(...emitIf(mismatches, reject));
  lines.push(...values);
  if (depth > 0 && unchecked.length > 0) lines.push(code`if (Number.isNaN(${join(unchecked, ' + ')})) ${reject}`);
  mismatches.length = 0;
  values.length = 0;
  unchecked.length = 0;
}

/** Emits `if (a || b) …` for the conditions. */
export function emitIf(conditions: readonly Code[], then: Code): Code[] {
  return [code`if (${join(conditions, ' || ')}) ${then}`];
}

function variableOf(field: string, depth: number): Code {
  return name(depth === 0 ? field : `${field}${depth}`);
}

function widthOfAll(parts: readonly DatePart[]): number | null {
  return parts
    .map(widthOf)
    .reduce<number | null>((sum, width) => (sum === null || width === null ? null : sum + width), 0);
}
