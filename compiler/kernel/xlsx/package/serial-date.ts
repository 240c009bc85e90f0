const MS_PER_DAY = 86_400_000;
/** The serial number of 9999-12-31, after which there is no date, by the system. */
const LAST_1900 = 2_958_465;
const LAST_1904 = 2_957_003;

/** How a cell with a date is written: with its date, with its time, or with what its value has. */
export interface DateParts {
  readonly hasDate: boolean;
  readonly hasTime: boolean;
}

/**
 * Returns a serial number as a date (`2024-03-31`), a time (`09:30:00`), or both, in milliseconds at most. Null: it is no date.
 * In the system of 1900, 60 is 1900-02-29, a day that there was not. In that of 1904, 0 is 1904-01-01.
 */
export function writeSerialDate(serial: number, is1904: boolean, { hasDate, hasTime }: DateParts): string | null {
  if (!(serial >= 0) || serial >= (is1904 ? LAST_1904 : LAST_1900) + 1) return null;
  const total = Math.round(serial * MS_PER_DAY);
  const days = Math.floor(total / MS_PER_DAY);
  const time = writeTime(total - days * MS_PER_DAY);
  if (days === 0 && !(is1904 && hasDate)) return time;
  const date = writeDay(days, is1904);
  return time === '00:00:00' && !hasTime ? date : `${date}T${time}`;
}

/** Returns a duration as hours, minutes and seconds: `37:30:00`. Null: it is negative. */
export function writeElapsed(serial: number): string | null {
  if (!(serial >= 0) || serial > LAST_1900) return null;
  const total = Math.round(serial * MS_PER_DAY);
  const hours = Math.floor(total / 3_600_000);
  return `${pad(hours)}${writeTime(total % 3_600_000).slice(2)}`;
}

function writeDay(days: number, is1904: boolean): string {
  if (!is1904 && days === 60) return '1900-02-29';
  // Days before the one that there was not are one day later than the others say.
  const base = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  return new Date(base + days * MS_PER_DAY).toISOString().slice(0, 10);
}

function writeTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const clock = `${pad(Math.floor(seconds / 3600))}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  return ms % 1000 === 0 ? clock : `${clock}.${String(ms % 1000).padStart(3, '0')}`;
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}
