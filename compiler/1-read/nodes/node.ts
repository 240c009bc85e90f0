import type { Span } from '../../diagnostics/diagnostic.ts';
import type { DiagnosticCode, DiagnosticParams } from '../../diagnostics/messages/messages.ts';

/** A text, number, boolean or null in the spec. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly span: Span;
  /**
   * YAML: the source of an unquoted scalar, or the content of a quoted one. JSON: the string, or the literal as
   * JavaScript formats it.
   */
  readonly text: string;
  readonly quoted: boolean;
  /** Whether there is no value: an empty YAML value or JSON's null. */
  readonly missing: boolean;
  /** The source of a JSON number that a double cannot represent exactly, else null. */
  readonly inexact: string | null;
}

/** A list in the spec. */
export interface ListNode {
  readonly kind: 'list';
  readonly span: Span;
  readonly items: readonly SpecNode[];
}

/** One key of a mapping with its value. */
export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: SpecNode;
}

/** A mapping with unique keys. For a duplicate key, only the first entry remains, and the others were reported. */
export interface MapNode {
  readonly kind: 'map';
  readonly span: Span;
  readonly entries: readonly MapEntry[];
}

/** A value that was already reported as invalid. It causes no further diagnostics. */
export interface BrokenNode {
  readonly kind: 'broken';
  readonly span: Span;
}

/**
 * A value of the spec with its position, the same for YAML and JSON. A YAML alias shares the node of its anchor, so one
 * node can occur in several places.
 */
export type SpecNode = ScalarNode | ListNode | MapNode | BrokenNode;

/** Maximum nesting of a spec. It bounds the stack of every recursive function over the tree. */
export const deepestNesting = 64;

/**
 * Maximum number of tokens. A larger text is rejected before a tree is created. 10,000 fields with 20,000 rules need
 * about 1,500,000 tokens.
 */
export const maxTokens = 2_000_000;

/** Returns the node of a missing value at an offset. */
export function missingNode(offset: number): ScalarNode {
  return { kind: 'scalar', span: { offset, length: 0 }, text: '', quoted: false, missing: true, inexact: null };
}

/** How the YAML and JSON readers report syntax errors: by span, because there is no tree yet for pointers. */
export interface Faults {
  report<C extends DiagnosticCode>(code: C, span: Span, params: DiagnosticParams<C>, hint?: string): void;
  /** Returns the 1-based line of an offset. */
  lineOf(offset: number): number;
}
