/**
 * Writes events of the service, each as one line of JSON. Callers must not log values from the files that are
 * processed. `event` is the name of the event. `details` are further members of the line.
 */
export interface Log {
  /** For what is of interest only while a problem is examined. */
  debug(event: string, details?: Readonly<Record<string, unknown>>): void;
  info(event: string, details?: Readonly<Record<string, unknown>>): void;
  warn(event: string, details?: Readonly<Record<string, unknown>>): void;
  error(event: string, details?: Readonly<Record<string, unknown>>): void;
}

/**
 * Creates a log that passes each line, with its line feed, to `write`. A line has the members `time` (ISO 8601, UTC),
 * `level`, `event` and those of the details. Lines of the level `debug` are not written.
 */
export function createJsonLog(write: (line: string) => void): Log {
  const at =
    (level: string) =>
    (event: string, details: Readonly<Record<string, unknown>> = {}) => {
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...details })}\n`);
    };
  return { debug() {}, info: at('info'), warn: at('warn'), error: at('error') };
}

/**
 * Returns the name, message, stack and (if it has one) cause of an error, for the log. For a value that is not an
 * Error, returns only a `message`. In the stack, the URLs of generated modules are replaced by `module`.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const cause = error.cause === undefined ? {} : { cause: describeError(error.cause) };
  return { name: error.name, message: error.message, stack: error.stack?.replace(MODULE_URL, 'module'), ...cause };
}

/**
 * A generated module is imported from a data URL that contains its whole text. In a stack trace, that text would fill
 * the log.
 */
const MODULE_URL = /data:text\/javascript;base64,[A-Za-z0-9+/=]*/g;
