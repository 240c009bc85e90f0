/** The program was called in a wrong way: exit code 2. The message is a sentence; the hint says the way out. */
export class WrongUsage extends Error {
  readonly hint: string | null;

  constructor(message: string, hint: string | null = null) {
    super(message);
    this.hint = hint;
  }
}

/** The system does not let the program do its work: exit code 3. The message names the file. */
export class SystemFailure extends Error {}

/** The user broke the program off: exit code 130 or 143, as shells have it. */
export class Interrupted extends Error {
  readonly exitCode: number;

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super('interrupted');
    this.exitCode = signal === 'SIGINT' ? 130 : 143;
  }
}
