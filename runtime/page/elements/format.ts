const whole = new Intl.NumberFormat('en');

/** Formats a count with separators: `1,234,567`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** Formats a count with its noun: `1 record`, `2 records`. */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Formats a size: `12 B`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Formats a duration in seconds: `8 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatSeconds(seconds: number): string {
  const rounded = Math.max(0, Math.ceil(seconds));
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
  return `${Math.floor(rounded / 3600)} h ${Math.floor((rounded % 3600) / 60)} min`;
}

/** Returns a message as a sentence: with a full stop, and with a capital unless it begins with the name of a field. */
export function toSentence(message: string): string {
  const text = message.trim();
  const start = /^[a-z]+(?:[ ,:;]|$)/.test(text) ? text.slice(0, 1).toUpperCase() : text.slice(0, 1);
  return `${start}${text.slice(1)}${/[.?!…]$/.test(text) ? '' : '.'}`;
}
