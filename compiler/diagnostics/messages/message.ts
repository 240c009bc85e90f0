/**
 * The severity of a diagnostic code, and functions for its message and its hint. `hint` is null, or returns null, if
 * there is no hint.
 */
export interface Message<P> {
  readonly severity: 'error' | 'warning';
  /** One sentence in lower case, without a full stop. */
  readonly text: (params: P) => string;
  readonly hint: ((params: P) => string | null) | null;
}

type None = Readonly<Record<never, never>>;
type Text<P> = (params: P) => string;
type Hint<P> = (params: P) => string | null;

/** Creates the message and hint of an error code. */
export const error = <P = None>(text: Text<P>, hint: Hint<P> | null = null): Message<P> => ({
  severity: 'error',
  text,
  hint,
});
/** Creates the message and hint of a warning code. */
export const warning = <P = None>(text: Text<P>, hint: Hint<P> | null = null): Message<P> => ({
  severity: 'warning',
  text,
  hint,
});
