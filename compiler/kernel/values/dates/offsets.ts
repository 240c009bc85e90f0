/**
 * Reads and writes offsets from UTC in the forms of the letters X and Z of date patterns. Offsets are in seconds,
 * positive to the east. Each function name contains the smallest unit of its form. `Colon` means that colons separate
 * the units. Parsers read the whole text from index `from` up to, but not including, `to`.
 */
import { parseTwoDigits } from './read-parts.ts';

const maxSeconds = 64_800;

/** Parses `X`: `Z`, `+01` or `+0130`. Returns seconds, or NaN for any other text. */
export function parseOffsetHours(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : to - from === 3 || to - from === 5 ? signedOffset(text, from, to) : NaN;
}

/** Parses `XX`: `Z` or `+0130`. Returns seconds, or NaN for any other text. */
export function parseOffsetMinutes(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : parsePlainOffset(text, from, to);
}

/** Parses `XXX`: `Z` or `+01:30`. Returns seconds, or NaN for any other text. */
export function parseOffsetColonMinutes(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : to - from === 6 ? signedColonOffset(text, from, to) : NaN;
}

/** Parses `XXXX`: `Z`, `+0130` or `+013015`. Returns seconds, or NaN for any other text. */
export function parseOffsetSeconds(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : to - from === 5 || to - from === 7 ? signedOffset(text, from, to) : NaN;
}

/** Parses `XXXXX` and `ZZZZZ`: `Z`, `+01:30` or `+01:30:15`. Returns seconds, or NaN for any other text. */
export function parseOffsetColonSeconds(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : to - from === 6 || to - from === 9 ? signedColonOffset(text, from, to) : NaN;
}

/** Parses `Z`: `+0130`, and `+0000` for UTC. Returns seconds, or NaN for any other text. */
export function parsePlainOffset(text: string, from: number, to: number): number {
  return to - from === 5 ? signedOffset(text, from, to) : NaN;
}

/** Returns the index after an offset in the form `X`, in which minutes are optional. Does not validate the offset. */
export function findOffsetHoursEnd(text: string, from: number): number {
  if (text[from] === 'Z') return from + 1;
  return parseTwoDigits(text, from + 3) <= 59 ? from + 5 : from + 3;
}

/** Returns the index after an offset in the form `XX` or `Z`. Does not validate the offset. */
export function findOffsetMinutesEnd(text: string, from: number): number {
  return text[from] === 'Z' ? from + 1 : from + 5;
}

/** Returns the index after an offset in the form `XXX`. Does not validate the offset. */
export function findOffsetColonMinutesEnd(text: string, from: number): number {
  return text[from] === 'Z' ? from + 1 : from + 6;
}

/**
 * Returns the index after an offset in the form `XXXX`, in which seconds are optional. Does not validate the offset.
 */
export function findOffsetSecondsEnd(text: string, from: number): number {
  if (text[from] === 'Z') return from + 1;
  return parseTwoDigits(text, from + 5) <= 59 ? from + 7 : from + 5;
}

/**
 * Returns the index after an offset in the form `XXXXX`, in which seconds are optional. Does not validate the offset.
 */
export function findOffsetColonSecondsEnd(text: string, from: number): number {
  if (text[from] === 'Z') return from + 1;
  return text[from + 6] === ':' && parseTwoDigits(text, from + 7) <= 59 ? from + 9 : from + 6;
}

/** Formats an offset in the form `X`: `Z` for UTC, `+01` for whole hours, else `+0130`. Seconds are dropped. */
export function formatOffsetHours(seconds: number): string {
  const minutes = minutesOf(seconds);
  if (isShownAsUtc(seconds, 60)) return 'Z';
  return signOf(seconds) + hoursText(seconds) + (minutes === 0 ? '' : pair(minutes));
}

/** Formats an offset in the form `XX`: `Z` for UTC, else `+0130`. Seconds are dropped. */
export function formatOffsetMinutes(seconds: number): string {
  return isShownAsUtc(seconds, 60) ? 'Z' : formatPlainOffset(seconds);
}

/** Formats an offset in the form `XXX`: `Z` for UTC, else `+01:30`. Seconds are dropped. */
export function formatOffsetColonMinutes(seconds: number): string {
  return isShownAsUtc(seconds, 60) ? 'Z' : `${signOf(seconds)}${hoursText(seconds)}:${pair(minutesOf(seconds))}`;
}

/** Formats an offset in the form `XXXX`: `Z` for UTC, `+0130`, or `+013015` if the seconds are not 0. */
export function formatOffsetSeconds(seconds: number): string {
  const rest = Math.abs(seconds) % 60;
  return isShownAsUtc(seconds, 1)
    ? 'Z'
    : signOf(seconds) + hoursText(seconds) + pair(minutesOf(seconds)) + (rest === 0 ? '' : pair(rest));
}

/** Formats an offset in the form `XXXXX` or `ZZZZZ`: `Z` for UTC, `+01:30`, or `+01:30:15` if the seconds are not 0. */
export function formatOffsetColonSeconds(seconds: number): string {
  const rest = Math.abs(seconds) % 60;
  if (isShownAsUtc(seconds, 1)) return 'Z';
  return `${signOf(seconds)}${hoursText(seconds)}:${pair(minutesOf(seconds))}${rest === 0 ? '' : `:${pair(rest)}`}`;
}

/** Formats an offset in the form `Z`: `+0130`, and `+0000` for UTC. Seconds are dropped. */
export function formatPlainOffset(seconds: number): string {
  return (isShownAsUtc(seconds, 60) ? '+' : signOf(seconds)) + hoursText(seconds) + pair(minutesOf(seconds));
}

function isZulu(text: string, from: number, to: number): boolean {
  return to - from === 1 && text[from] === 'Z';
}

/** Parses `+HH`, `+HHMM` or `+HHMMSS`, depending on the length. */
function signedOffset(text: string, from: number, to: number): number {
  const minutes = to - from > 3 ? parseTwoDigits(text, from + 3) : 0;
  const seconds = to - from > 5 ? parseTwoDigits(text, from + 5) : 0;
  return signed(text[from], secondsOf(parseTwoDigits(text, from + 1), minutes, seconds));
}

/** Parses `+HH:MM` or `+HH:MM:SS`, depending on the length. */
function signedColonOffset(text: string, from: number, to: number): number {
  const hasSeconds = to - from > 6;
  if (text[from + 3] !== ':' || (hasSeconds && text[from + 6] !== ':')) return NaN;
  const seconds = hasSeconds ? parseTwoDigits(text, from + 7) : 0;
  return signed(text[from], secondsOf(parseTwoDigits(text, from + 1), parseTwoDigits(text, from + 4), seconds));
}

function secondsOf(hours: number, minutes: number, seconds: number): number {
  const total = hours * 3600 + minutes * 60 + seconds;
  return minutes <= 59 && seconds <= 59 && total <= maxSeconds ? total : NaN;
}

/** Applies the sign to an offset. NaN if the sign is neither `+` nor `-`. `0 - seconds` avoids the number -0. */
function signed(sign: string | undefined, seconds: number): number {
  if (sign === '+') return seconds;
  return sign === '-' ? 0 - seconds : NaN;
}

/** Whether an offset is written as UTC, because it is less than one `unit`, in seconds. */
function isShownAsUtc(seconds: number, unit: number): boolean {
  return Math.abs(seconds) < unit;
}

function signOf(seconds: number): string {
  return seconds < 0 ? '-' : '+';
}

function hoursText(seconds: number): string {
  return pair(Math.floor(Math.abs(seconds) / 3600));
}

function minutesOf(seconds: number): number {
  return Math.floor(Math.abs(seconds) / 60) % 60;
}

function pair(number: number): string {
  return String(number).padStart(2, '0');
}
