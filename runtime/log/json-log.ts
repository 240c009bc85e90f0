/** Logs events of the service as one JSON object per line. No value of a file is ever logged. */
export interface Log {
  info(event: string, details?: Readonly<Record<string, unknown>>): void;
  warn(event: string, details?: Readonly<Record<string, unknown>>): void;
  error(event: string, details?: Readonly<Record<string, unknown>>): void;
}

/** Creates a log that passes each line to `write`. A line has the members `time`, `level`, `event` and the details. */
export function createJsonLog(write: (line: string) => void): Log {
  const at =
    (level: string) =>
    (event: string, details: Readonly<Record<string, unknown>> = {}) => {
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...details })}\n`);
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** Returns name, message, stack and cause of an error for the log. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { name: error.name, message: error.message, stack: error.stack?.replace(MODULE_URL, 'module'), ...cause };
}

/** A generated module is imported as a data URL, whose text would fill the log. */
const MODULE_URL = /data:text\/javascript;base64,[A-Za-z0-9+/=]*/g;
