import type { Span } from '../../../diagnostics/diagnostic.ts';
import type { DiagnosticCode, DiagnosticParams } from '../../../diagnostics/messages/messages.ts';

/** A text, number, boolean or null in the spec's text. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly span: Span;
  /**
   * The text of the scalar. In YAML: its content, without quotes, and not interpreted as a number or boolean. In JSON:
   * the content of a string, or a number or literal as JavaScript formats it.
   */
  readonly text: string;
  /** Whether the scalar is a JSON string, or a YAML scalar in quotes or in block style (`|`, `>`). */
  readonly quoted: boolean;
  /** Whether there is no value: an empty YAML value or JSON's null. */
  readonly missing: boolean;
  /**
   * The source of a JSON number that changes its value when it is parsed as a double (see `isExactNumber`), else null.
   */
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

/**
 * A mapping with unique keys. If the text repeats a key, the repetition was reported, and only the first entry is in
 * the list.
 */
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
 * A value of the spec with its position, the same for YAML and JSON. A YAML alias shares the children of its anchor's
 * node, so a node can be part of the tree several times.
 */
export type SpecNode = ScalarNode | ListNode | MapNode | BrokenNode;

/**
 * Maximum number of nested lists and mappings in a spec. It limits the call depth of every recursive function over the
 * tree.
 */
export const deepestNesting = 64;

/**
 * Maximum number of tokens, such as brackets, words and line ends, in a spec. Larger texts are rejected before a tree
 * is created. 10,000 fields with 20,000 rules need about 1,500,000 tokens.
 */
export const maxTokens = 2_000_000;

/**
 * Creates the node for a value that is missing, for example after a key. `offset` is the position in the text where it
 * is missing.
 */
export function missingNode(offset: number): ScalarNode {
  return { kind: 'scalar', span: { offset, length: 0 }, text: '', quoted: false, missing: true, inexact: null };
}

/**
 * Receives the syntax errors that the YAML and JSON readers find. An error has a span of the text, because a JSON
 * pointer needs a tree, which does not exist yet.
 */
export interface Faults {
  report<C extends DiagnosticCode>(code: C, span: Span, params: DiagnosticParams<C>, hint?: string): void;
  /** Returns the line of an offset, counted from 1. */
  lineOf(offset: number): number;
}
