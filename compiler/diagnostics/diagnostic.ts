import { messages, type DiagnosticCode, type DiagnosticParams, type Message } from './messages.ts';

/** One problem in a spec, with its position in the spec's text. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** JSON pointer (RFC 6901) to the value in the spec. Empty for the spec as a whole. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 code units. */
  readonly column: number;
  /** Length of the affected text in UTF-16 code units. Absent if the position lies between two characters. */
  readonly length?: number;
  readonly hint: string | null;
}

/** A range of the spec's text: 0-based offset and length, in UTF-16 code units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** Maps the values of a spec to their positions in its text. */
export interface Positions {
  /**
   * Returns the span of the value at a JSON pointer, or of its key. If the spec has no such value, returns the span of
   * its nearest enclosing value.
   */
  find(pointer: string, at: 'key' | 'value'): Span;
  /** Returns the line and column of an offset, both 1-based. */
  lineAt(offset: number): { readonly line: number; readonly column: number };
}

/** Optional details of a diagnostic. */
export interface ReportOptions {
  /** Replaces the default hint of the diagnostic's code. */
  readonly hint?: string;
  /** Whether the diagnostic points at the key or at its value. Default: the value. */
  readonly at?: 'key' | 'value';
  /** Overrides the position if the pointer is too coarse. */
  readonly span?: Span;
  /** JSON pointer to a second value that is part of the problem. The message ends with its line or column. */
  readonly seeAlso?: string;
}

/** Reports a diagnostic for the value at a JSON pointer. `pointerTo` creates pointers. */
export type Report = <C extends DiagnosticCode>(
  code: C,
  pointer: string,
  params: DiagnosticParams<C>,
  options?: ReportOptions,
) => void;

/** Collects the diagnostics of one spec. */
export interface Collector {
  readonly report: Report;
  /** Returns all reported diagnostics, ordered by position. */
  diagnostics(): Diagnostic[];
}

const maxOfEach = 1000;

/**
 * Creates a collector for the diagnostics of one spec. It stores the first 1,000 errors and the first 1,000 warnings.
 * If there are more of either, it adds one `too_many_diagnostics`.
 */
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
    found.push(createDiagnostic({ code, pointer, params, options, span, positions }));
  };
  const report: Report = (code, pointer, params, options = {}) => {
    const { severity } = messages[code];
    const count = ++counts[severity];
    if (count <= maxOfEach) add(code, pointer, params, options);
    else if (count === maxOfEach + 1) add('too_many_diagnostics', '', { limit: maxOfEach, severity }, {});
  };
  return { report, diagnostics: () => inOrder(found) };
}

/** Sorts diagnostics by position. `too_many_diagnostics` is always last. */
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

function createDiagnostic<C extends DiagnosticCode>({
  code,
  pointer,
  params,
  options,
  span,
  positions,
}: Finding<C>): Diagnostic {
  // messages[code] takes the params of this code, but TypeScript cannot infer that from the generic index.
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

/** Returns whether any diagnostic is an error. Errors stop the compile, and warnings do not. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}

const frameWidth = 100;

/**
 * Formats a diagnostic for a terminal: `path:line:column code: message`, the hint, and the surrounding lines of the
 * spec with a caret below the position.
 */
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

/** Returns the first column (0-based) to show of a source line: 0, or 40 columns before the position in a long line. */
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

/**
 * Replaces control characters with visible ones (U+2400 and following). The frame stays aligned, and a spec cannot send
 * escape sequences to the terminal.
 */
function visible(source: string): string {
  return source.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, (character) => {
    const code = character.charCodeAt(0);
    if (code === 9) return ' ';
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return code === 127 ? '\u2421' : '\ufffd';
  });
}
