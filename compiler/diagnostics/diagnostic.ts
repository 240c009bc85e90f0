import { messages, type DiagnosticCode, type DiagnosticParams } from './messages/messages.ts';
import type { Message } from './messages/message.ts';

/** One problem in a spec, with its position in the spec's text. */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** JSON pointer (RFC 6901) to the affected value of the spec. Empty for the spec as a whole. */
  readonly path: string;
  /** Line number, from 1. */
  readonly line: number;
  /** Column number, from 1, in UTF-16 code units. */
  readonly column: number;
  /** Length of the affected text in UTF-16 code units. Absent if the position lies between two characters. */
  readonly length?: number;
  /** How to correct the problem, or null if there is no hint. */
  readonly hint: string | null;
}

/** A range of the spec's text: 0-based offset and length, in UTF-16 code units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** Converts JSON pointers and offsets to positions in the text of a spec. */
export interface Positions {
  /**
   * Returns the span of the value at a JSON pointer, or of its key. If the spec has no value there, returns the span of
   * the nearest enclosing value.
   */
  find(pointer: string, at: 'key' | 'value'): Span;
  /** Returns the line and column of an offset, both 1-based. */
  lineAt(offset: number): { readonly line: number; readonly column: number };
  /**
   * Returns the span of a part of the text at a JSON pointer. Returns null if the spec writes the text in another form,
   * such as a YAML block.
   */
  findPart(pointer: string, part: TextPart): Span | null;
}

/** A part of a text, in UTF-16 code units from 0. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** Optional details of a diagnostic. */
export interface ReportOptions {
  /** Replaces the default hint of the diagnostic's code. */
  readonly hint?: string;
  /** Whether the diagnostic points at the key or at its value. Default: the value. */
  readonly at?: 'key' | 'value';
  /** The position to show instead of that of the pointer. */
  readonly span?: Span;
  /** The part of the text at the pointer to which the diagnostic points. Default: the whole text. */
  readonly part?: TextPart;
  /**
   * JSON pointer to a second value that is part of the problem. The message ends with a reference to its line, or to
   * its column if it is on the same line.
   */
  readonly seeAlso?: string;
}

/**
 * Reports a diagnostic for the value at a JSON pointer, which `pointerTo` creates. `params` fill in the message of the
 * code.
 */
export type Report = <C extends DiagnosticCode>(
  code: C,
  pointer: string,
  params: DiagnosticParams<C>,
  options?: ReportOptions,
) => void;

/** Collects the diagnostics of one spec. */
export interface Collector {
  readonly report: Report;
  /** Returns the stored diagnostics, ordered by position. */
  diagnostics(): Diagnostic[];
}

const maxOfEach = 1000;

/**
 * Creates a collector for the diagnostics of one spec. It stores the first 1,000 errors and the first 1,000 warnings.
 * If there are more errors or more warnings, it adds one `too_many_diagnostics` for each of the two.
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
    const part = options.part === undefined ? null : positions.findPart(pointer, options.part);
    const span = options.span ?? part ?? positions.find(pointer, options.at ?? 'value');
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

/** Returns the diagnostics sorted by position. `too_many_diagnostics` is always last. */
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
    message: message.text(params) + formatSeeAlso(options, span, positions),
    path: pointer,
    ...positions.lineAt(span.offset),
    ...(span.length > 0 ? { length: span.length } : {}),
    hint: options.hint ?? message.hint?.(params) ?? null,
  };
}

function formatSeeAlso({ seeAlso, at = 'value' }: ReportOptions, span: Span, positions: Positions): string {
  if (seeAlso === undefined) return '';
  const here = positions.lineAt(span.offset);
  const there = positions.lineAt(positions.find(seeAlso, at).offset);
  return here.line === there.line ? `; see column ${there.column}` : `; see line ${there.line}`;
}

/** Returns whether any diagnostic is an error. An error stops the compile, and a warning does not. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error');
}
