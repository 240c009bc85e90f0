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
