/** Says what happens in the service, for machines: one line of JSON each. Never a value of a file. */
export interface Log {
  info(event: string, details?: Readonly<Record<string, unknown>>): void;
  warn(event: string, details?: Readonly<Record<string, unknown>>): void;
  error(event: string, details?: Readonly<Record<string, unknown>>): void;
}

/** A log that writes its lines (`time`, `level`, `event`, details) with `write`. */
export function createJsonLog(write: (line: string) => void): Log {
  const tell =
    (level: string) =>
    (event: string, details: Readonly<Record<string, unknown>> = {}) => {
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...details })}\n`);
    };
  return { info: tell('info'), warn: tell('warn'), error: tell('error') };
}

/** An error as a log tells it: its message and where it came from. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { name: error.name, message: error.message, stack: error.stack, ...cause };
}
