/**
 * Thrown if the program was called with wrong arguments: exit code 2. The message is one sentence. The hint says what
 * to do; null if there is none.
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
 * Thrown if a word on the command line is not one of the known words: exit code 2. If a known word is similar, the
 * program suggests it. Otherwise it prints the hint.
 */
export class UnknownWordError extends UsageError {
  readonly written: string;
  readonly known: readonly string[];
  /** What precedes the known words on the command line: `--` if they are flags, otherwise ''. */
  readonly prefix: string;

  constructor(message: string, { written, known, prefix = '', hint = null }: UnknownWord) {
    super(message, hint);
    this.written = written;
    this.known = known;
    this.prefix = prefix;
  }
}

/** Thrown if the operating system or a service failed: exit code 3. The message names the file or the service. */
export class SystemFailure extends Error {}

/**
 * Thrown if the user interrupted the program. The exit code is 128 plus the number of the signal: 130 for SIGINT, 143
 * for SIGTERM.
 */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super('interrupted');
    this.exitCode = signal === 'SIGINT' ? 130 : 143;
  }
}
