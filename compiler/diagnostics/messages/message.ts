/** The severity, message and hint of a diagnostic code. */
export interface Message<P> {
  readonly severity: 'error' | 'warning';
  /** One sentence in lower case, without a full stop. */
  readonly text: (params: P) => string;
  readonly hint: ((params: P) => string | null) | null;
}

type None = Readonly<Record<never, never>>;
type Text<P> = (params: P) => string;
type Hint<P> = (params: P) => string | null;

/** Creates the message of an error. */
export const error = <P = None>(text: Text<P>, hint: Hint<P> | null = null): Message<P> => ({
  severity: 'error',
  text,
  hint,
});
/** Creates the message of a warning. */
export const warning = <P = None>(text: Text<P>, hint: Hint<P> | null = null): Message<P> => ({
  severity: 'warning',
  text,
  hint,
});
