import { messages, type DiagnosticCode, type DiagnosticParams, type Message } from './messages.ts';

/** One thing that is wrong with a spec, and where. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** JSON pointer (RFC 6901) of the value in the spec; empty for the spec as a whole. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
  /** How much of the text is meant, in UTF-16 code units; absent where it is a place between characters. */
  readonly length?: number;
  readonly hint: string | null;
}

/** A stretch of the spec's text, in UTF-16 code units from 0. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** Where each value of a spec stands in its text. */
export interface Positions {
  /** Span of the value at a JSON pointer, or of its key; where there is none, that of the nearest thing around it. */
  find(pointer: string, at: 'key' | 'value'): Span;
  /** Line and column of an offset, both from 1. */
  lineAt(offset: number): { readonly line: number; readonly column: number };
}

export interface ReportOptions {
  /** What helps; instead of the hint that the code has of itself. */
  readonly hint?: string;
  /** Whether the key is meant or, by default, its value. */
  readonly at?: 'key' | 'value';
  /** A span of the text, where the pointer does not say it finely enough. */
  readonly span?: Span;
  /** JSON pointer of another place that has its part in it; the message says where that is. */
  readonly seeAlso?: string;
}

/** Tells a diagnostic of the value at a JSON pointer (`pointerTo` makes them). */
export type Report = <C extends DiagnosticCode>(
  code: C,
  pointer: string,
  params: DiagnosticParams<C>,
  options?: ReportOptions,
) => void;

export interface Collector {
  readonly report: Report;
  /** All that was told, in the order of the text. */
  diagnostics(): Diagnostic[];
}

const mostOfEach = 1000;

/** Collects what is told of one spec: the first 1,000 errors and the first 1,000 warnings, and whether there were more. */
export function createCollector(positions: Positions): Collector {
  const found: Diagnostic[] = [];
  const counts = { error: 0, warning: 0 };
  const add = <C extends DiagnosticCode>(
    code: C,
    pointer: string,
    params: DiagnosticParams<C>,
    options: ReportOptions,
  ) => {
    const span = options.span ?? positions.find(pointer, options.at ?? 'value');
    found.push(makeDiagnostic({ code, pointer, params, options, span, positions }));
  };
  const report: Report = (code, pointer, params, options = {}) => {
    const { severity } = messages[code];
    const count = ++counts[severity];
    if (count <= mostOfEach) add(code, pointer, params, options);
    else if (count === mostOfEach + 1) add('too_many_diagnostics', '', { limit: mostOfEach, severity }, {});
  };
  return { report, diagnostics: () => inOrder(found) };
}

/** Diagnostics in the order of the text; that there are more comes last. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const isLast = ({ code }: Diagnostic) => Number(code === 'too_many_diagnostics');
  return diagnostics.toSorted((a, b) => isLast(a) - isLast(b) || a.line - b.line || a.column - b.column);
}

interface Finding<C extends DiagnosticCode> {
  readonly code: C;
  readonly pointer: string;
  readonly params: DiagnosticParams<C>;
  readonly options: ReportOptions;
  readonly span: Span;
  readonly positions: Positions;
}

function makeDiagnostic<C extends DiagnosticCode>({
  code,
  pointer,
  params,
  options,
  span,
  positions,
}: Finding<C>): Diagnostic {
  // The table's entry for a code takes that code's params; TypeScript cannot follow it through the generic index.
  const message = messages[code] as unknown as Message<DiagnosticParams<C>>;
  return {
    code,
    severity: message.severity,
    message: message.text(params) + whereElse(options, span, positions),
    path: pointer,
    ...positions.lineAt(span.offset),
    ...(span.length > 0 ? { length: span.length } : {}),
    hint: options.hint ?? message.hint?.(params) ?? null,
  };
}

function whereElse({ seeAlso, at = 'value' }: ReportOptions, span: Span, positions: Positions): string {
  if (seeAlso === undefined) return '';
  const here = positions.lineAt(span.offset);
  const there = positions.lineAt(positions.find(seeAlso, at).offset);
  return here.line === there.line ? `; see column ${there.column}` : `; see line ${there.line}`;
}

/** Whether there is an error, not only warnings: errors stop the compile. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

const frameWidth = 100;

/** A diagnostic for a terminal: `path:line:column code: message`, the hint, and the lines around the place with a caret below it. */
export function formatDiagnostic(diagnostic: Diagnostic, { text, path }: { text: string; path: string }): string {
  const { line, column, code, message, severity, hint } = diagnostic;
  const head = `${path}:${line}:${column} ${severity === 'warning' ? 'warning ' : ''}${code}: ${message}`;
  return [head, ...(hint === null ? [] : [`  hint: ${hint}`]), ...codeFrame(diagnostic, text)].join('\n');
}

function codeFrame({ line, column, length = 1 }: Diagnostic, text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const first = Math.max(1, line - 2);
  const last = Math.min(lines.length, line + 1);
  const digits = String(last).length;
  const start = windowStart(lines[line - 1] ?? '', column);
  const frame: string[] = [];
  for (let number = first; number <= last; number++) {
    const source = lines[number - 1] ?? '';
    frame.push(
      `${number === line ? '>' : ' '} ${String(number).padStart(digits)} | ${visible(cutLine(source, start))}`.trimEnd(),
    );
    if (number === line) frame.push(`  ${' '.repeat(digits)} | ${caret({ source, start, column, length })}`);
  }
  return frame;
}

/** Where the shown part of the lines begins: 0, or near the place in a long line. */
function windowStart(source: string, column: number): number {
  if (column <= frameWidth - 20) return 0;
  const start = Math.min(column - 1, source.length) - 40;
  return /[\udc00-\udfff]/.test(source[start] ?? '') ? start - 1 : start;
}

function cutLine(source: string, start: number): string {
  const part = source.slice(start, start + frameWidth);
  return `${start > 0 ? '…' : ''}${part}${source.length > start + frameWidth ? '…' : ''}`;
}

function caret({
  source,
  start,
  column,
  length,
}: {
  source: string;
  start: number;
  column: number;
  length: number;
}): string {
  const before = (start > 0 ? 1 : 0) + [...source.slice(start, column - 1)].length;
  const end = Math.min(column - 1 + length, source.length, start + frameWidth);
  const marked = Math.max(1, [...source.slice(column - 1, end)].length);
  return `${' '.repeat(before)}${'^'.repeat(marked)}`;
}

/** Control characters as their pictures (U+2400 on), so that a frame keeps its columns and no text steers the terminal. */
function visible(source: string): string {
  return source.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, (character) => {
    const code = character.charCodeAt(0);
    if (code === 9) return ' ';
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return code === 127 ? '\u2421' : '\ufffd';
  });
}
