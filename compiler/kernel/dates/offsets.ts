/**
 * Offsets from UTC, as the letters X and Z of a date pattern have them: read from a text, and written.
 * In seconds, east is positive. Named after the smallest unit that they tell, `Colon` where colons stand between.
 */
import { parseTwoDigits } from './read-parts.ts';

const mostSeconds = 64_800;

/** `X`: `Z`, `+01` or `+0130`. NaN for any other text. */
export function parseOffsetHours(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : to - from === 3 || to - from === 5 ? signedOffset(text, from, to) : NaN;
}

/** `XX`: `Z` or `+0130`. NaN for any other text. */
export function parseOffsetMinutes(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : parsePlainOffset(text, from, to);
}

/** `XXX`: `Z` or `+01:30`. NaN for any other text. */
export function parseOffsetColonMinutes(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : to - from === 6 ? signedColonOffset(text, from, to) : NaN;
}

/** `XXXX`: `Z`, `+0130` or `+013015`. NaN for any other text. */
export function parseOffsetSeconds(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : to - from === 5 || to - from === 7 ? signedOffset(text, from, to) : NaN;
}

/** `XXXXX` and `ZZZZZ`: `Z`, `+01:30` or `+01:30:15`. NaN for any other text. */
export function parseOffsetColonSeconds(text: string, from: number, to: number): number {
  return isZulu(text, from, to) ? 0 : to - from === 6 || to - from === 9 ? signedColonOffset(text, from, to) : NaN;
}

/** `Z`: `+0130`; UTC is `+0000`. NaN for any other text. */
export function parsePlainOffset(text: string, from: number, to: number): number {
  return to - from === 5 ? signedOffset(text, from, to) : NaN;
}

/** Where an offset that may end after its hours ends: `X`. */
export function findOffsetHoursEnd(text: string, from: number): number {
  if (text[from] === 'Z') return from + 1;
  return parseTwoDigits(text, from + 3) <= 59 ? from + 5 : from + 3;
}

/** Where an offset of hours and minutes ends: `XX`. */
export function findOffsetMinutesEnd(text: string, from: number): number {
  return text[from] === 'Z' ? from + 1 : from + 5;
}

/** Where an offset of hours and minutes with a colon ends: `XXX`. */
export function findOffsetColonMinutesEnd(text: string, from: number): number {
  return text[from] === 'Z' ? from + 1 : from + 6;
}

/** Where an offset that may have seconds ends: `XXXX`. */
export function findOffsetSecondsEnd(text: string, from: number): number {
  if (text[from] === 'Z') return from + 1;
  return parseTwoDigits(text, from + 5) <= 59 ? from + 7 : from + 5;
}

/** Where an offset that may have seconds, with colons, ends: `XXXXX`. */
export function findOffsetColonSecondsEnd(text: string, from: number): number {
  if (text[from] === 'Z') return from + 1;
  return text[from + 6] === ':' && parseTwoDigits(text, from + 7) <= 59 ? from + 9 : from + 6;
}

/** `X`: `Z` for UTC, `+01`, and `+0130` where there are minutes. */
export function formatOffsetHours(seconds: number): string {
  const minutes = minutesOf(seconds);
  if (isShownAsUtc(seconds, 60)) return 'Z';
  return signOf(seconds) + hoursText(seconds) + (minutes === 0 ? '' : pair(minutes));
}

/** `XX`: `Z` for UTC, else `+0130`. */
export function formatOffsetMinutes(seconds: number): string {
  return isShownAsUtc(seconds, 60) ? 'Z' : formatPlainOffset(seconds);
}

/** `XXX`: `Z` for UTC, else `+01:30`. */
export function formatOffsetColonMinutes(seconds: number): string {
  return isShownAsUtc(seconds, 60) ? 'Z' : `${signOf(seconds)}${hoursText(seconds)}:${pair(minutesOf(seconds))}`;
}

/** `XXXX`: `Z` for UTC, `+0130`, and `+013015` where there are seconds. */
export function formatOffsetSeconds(seconds: number): string {
  const rest = Math.abs(seconds) % 60;
  return isShownAsUtc(seconds, 1)
    ? 'Z'
    : signOf(seconds) + hoursText(seconds) + pair(minutesOf(seconds)) + (rest === 0 ? '' : pair(rest));
}

/** `XXXXX` and `ZZZZZ`: `Z` for UTC, `+01:30`, and `+01:30:15` where there are seconds. */
export function formatOffsetColonSeconds(seconds: number): string {
  const rest = Math.abs(seconds) % 60;
  if (isShownAsUtc(seconds, 1)) return 'Z';
  return `${signOf(seconds)}${hoursText(seconds)}:${pair(minutesOf(seconds))}${rest === 0 ? '' : `:${pair(rest)}`}`;
}

/** `Z`: `+0130`; `+0000` for UTC. */
export function formatPlainOffset(seconds: number): string {
  return (isShownAsUtc(seconds, 60) ? '+' : signOf(seconds)) + hoursText(seconds) + pair(minutesOf(seconds));
}

function isZulu(text: string, from: number, to: number): boolean {
  return to - from === 1 && text[from] === 'Z';
}

/** `+HH`, `+HHMM`, `+HHMMSS`: the length says which. */
function signedOffset(text: string, from: number, to: number): number {
  const minutes = to - from > 3 ? parseTwoDigits(text, from + 3) : 0;
  const seconds = to - from > 5 ? parseTwoDigits(text, from + 5) : 0;
  return signed(text[from], secondsOf(parseTwoDigits(text, from + 1), minutes, seconds));
}

/** `+HH:MM`, `+HH:MM:SS`: the length says which. */
function signedColonOffset(text: string, from: number, to: number): number {
  const hasSeconds = to - from > 6;
  if (text[from + 3] !== ':' || (hasSeconds && text[from + 6] !== ':')) return NaN;
  const seconds = hasSeconds ? parseTwoDigits(text, from + 7) : 0;
  return signed(text[from], secondsOf(parseTwoDigits(text, from + 1), parseTwoDigits(text, from + 4), seconds));
}

function secondsOf(hours: number, minutes: number, seconds: number): number {
  const total = hours * 3600 + minutes * 60 + seconds;
  return minutes <= 59 && seconds <= 59 && total <= mostSeconds ? total : NaN;
}

/** `0 -` and not `-`: there is no minus zero. */
function signed(sign: string | undefined, seconds: number): number {
  if (sign === '+') return seconds;
  return sign === '-' ? 0 - seconds : NaN;
}

/** An offset less than the smallest unit that is written is written as UTC. */
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
