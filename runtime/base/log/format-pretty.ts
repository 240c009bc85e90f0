/**
 * Formats a line of a JSON log for a person: time, level, event, and the other members as `name=value`. Values are JSON,
 * so a value cannot begin a new line. Only the stack of an error has lines of its own, below.
 */
export function formatPretty(line: string): string {
  // The cast is safe: each line of the log is an object with these members.
  const { time, level, event, ...details } = JSON.parse(line) as Record<string, unknown>;
  const members = Object.entries(details).map(([name, value]) => `${name}=${toText(value)}`);
  const head = `${String(time).slice(11, 23)} ${String(level).toUpperCase().padEnd(5)} ${String(event)}`;
  return `${[head, ...members].join(' ')}\n`;
}

function toText(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/@+-]+$/.test(value) ? value : JSON.stringify(value);
}
