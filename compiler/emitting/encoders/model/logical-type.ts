import type { Code } from '../../code/literal.ts';
import type { Scope } from '../../code/scope.ts';

/** What the values of a field are, for encodings that have types of their own. */
export type LogicalType =
  | { readonly kind: 'text' }
  | { readonly kind: 'boolean' }
  /** Whole numbers that rules keep within 64 bits. */
  | { readonly kind: 'long' }
  /** Numbers with at most `precision` digits, `scale` of them decimals. */
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  /**
   * `parser` returns the name of the function of the module that returns the days since 1970-01-01 of a text. `form`: each
   * text is `yyyy-MM-dd`, or its parts have fixed widths, or not.
   */
  | { readonly kind: 'date'; readonly form: 'ISO' | 'FIXED' | 'OPEN'; parser(scope: Scope): Code }
  /** Times of a day, `HH:mm:ss`, and instants, in RFC 3339 in UTC. A second has up to `decimals` decimals. */
  | { readonly kind: 'time'; readonly decimals: number }
  | { readonly kind: 'instant'; readonly decimals: number };

/** The type of values that are written as their texts. */
export const TEXT_TYPE: LogicalType = { kind: 'text' };
