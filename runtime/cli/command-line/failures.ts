/**
 * The program was called with wrong arguments: exit code 2. The message is one sentence, and the hint says what to do.
 */
export class UsageError extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

interface UnknownWord {
  written: string;
  known: readonly string[];
  prefix?: string;
  hint?: string | null;
}

/**
 * A word on the command line is not one of the known words: exit code 2. If a known word is close to it, the program
 * suggests that word instead of the hint.
 */
export class UnknownWordError extends UsageError {
  readonly written: string;
  readonly known: readonly string[];
  /** What precedes such words on the command line: `--` before flags. */
  readonly prefix: string;

  constructor(message: string, { written, known, prefix = '', hint = null }: UnknownWord) {
    super(message, hint);
    this.written = written;
    this.known = known;
    this.prefix = prefix;
  }
}

/** The operating system or a service failed: exit code 3. The message names the file or the service. */
export class SystemFailure extends Error {}

/**
 * The user interrupted the program. The exit code is 128 plus the number of the signal: 130 for SIGINT, 143 for
 * SIGTERM.
 */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super('interrupted');
    this.exitCode = signal === 'SIGINT' ? 130 : 143;
  }
}
