const local = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** A time of the service: local, with the time in UTC on hover. `at` is ISO 8601; null is shown as a dash. */
export function Time({ at }: { at: string | null }) {
  if (at === null) return <span class="quiet">–</span>;
  return (
    <time dateTime={at} title={`${at.replace('T', ' ').replace(/(\.\d+)?Z$/, '')} UTC`}>
      {formatTime(at)}
    </time>
  );
}

/** Formats a time in the time zone of the browser: `22 Nov 2026, 21:13:05`. */
export function formatTime(at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? at : local.format(date);
}

/** Returns the local time that an input of the type `datetime-local` takes; empty without a time. */
export function toInputTime(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return '';
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the time of such an input as ISO 8601 in UTC; empty without a time. */
export function fromInputTime(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}
