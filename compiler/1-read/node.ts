import type { Span } from '../diagnostic.ts';
import type { DiagnosticCode, DiagnosticParams } from '../messages.ts';

/** A text, number or word as it was written. */
export interface ScalarNode {
  readonly kind: 'scalar';
  readonly span: Span;
  /** YAML: the source of an unquoted scalar, the text of a quoted one. JSON: the text, or the literal as JavaScript writes it. */
  readonly text: string;
  readonly quoted: boolean;
  /** Nothing stands here: an empty YAML value, JSON's null. */
  readonly missing: boolean;
  /** A JSON number whose digits a double does not hold, as it was written. */
  readonly inexact: string | null;
}

export interface ListNode {
  readonly kind: 'list';
  readonly span: Span;
  readonly items: readonly SpecNode[];
}

export interface MapEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: SpecNode;
}

/** Keys stand once: of doubled ones the first is kept, and the others were told. */
export interface MapNode {
  readonly kind: 'map';
  readonly span: Span;
  readonly entries: readonly MapEntry[];
}

/** Something whose diagnostic was told already; nothing more is said of it. */
export interface BrokenNode {
  readonly kind: 'broken';
  readonly span: Span;
}

/** A value with its place in the text; the same for YAML and JSON. Aliases make one node stand in several places. */
export type SpecNode = ScalarNode | ListNode | MapNode | BrokenNode;

/** What nests deeper is no spec, and would exhaust the stack of whatever walks it. */
export const deepestNesting = 64;

/** What has more tokens is refused before a tree is made of it: 10,000 fields with 20,000 rules have three quarters of them. */
export const mostTokens = 2_000_000;

/** Nothing, where a value could stand. */
export function missingNode(offset: number): ScalarNode {
  return { kind: 'scalar', span: { offset, length: 0 }, text: '', quoted: false, missing: true, inexact: null };
}

/** Where the front ends tell what is wrong with the text itself, while there is no tree yet to point into. */
export interface Faults {
  tell<C extends DiagnosticCode>(code: C, span: Span, params: DiagnosticParams<C>, hint?: string): void;
  /** The line of an offset, from 1. */
  lineOf(offset: number): number;
}
