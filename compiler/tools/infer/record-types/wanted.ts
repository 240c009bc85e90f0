import type { Addend, FoundTotal, LineRange, NumberRange } from './total.ts';

/** A number of lines or a sum, and the places of a trailer where it may be, the best one first. */
export interface Wanted {
  readonly places: readonly NumberRange[];
  readonly of: FoundTotal['of'];
  /** Whether the number may not be a part of a longer one: where other digits follow it, they begin another total. */
  readonly isWhole?: boolean;
  /** Another total that must hold, too. Otherwise this one is accidental. */
  readonly partner?: FoundTotal;
}

/** A sum, and how accidental it is. */
export interface FoundSum extends Wanted {
  /** The number of digits without final zeros, in all scopes. */
  readonly digits: number;
  /** The length of the addends, and where they end. */
  readonly length: number;
  readonly end: number;
}

/** By how much a total is wider than what it adds up. Zeros before it are not its own. */
export const MORE_DIGITS = 2;

/** Limits a number with its leading zeros to a width. */
export function widen(place: NumberRange, width: number): NumberRange {
  return { ...place, start: Math.max(place.start, Math.min(place.digits, place.end - width)) };
}

/**
 * Returns the totals whose numbers do not overlap, the first ones first. Leading zeros belong to the number before.
 */
export function separate(wanted: readonly Wanted[], trailers: readonly string[]): FoundTotal[] {
  const kept: FoundTotal[] = [];
  const isFree = ({ digits, end }: NumberRange) =>
    kept.every(({ total }) => total.end <= digits || total.digits >= end);
  const isEnded = ({ end }: NumberRange) =>
    trailers.every((text) => !/[1-9]/.test(text[end] ?? '')) || kept.some(({ total }) => total.digits === end);
  for (const { places, of, isWhole = false, partner } of wanted) {
    const total = places.find((place) => isFree(place) && (!isWhole || isEnded(place)));
    if (total === undefined || (partner !== undefined && !isFree(partner.total))) continue;
    kept.push({ total, of }, ...(partner === undefined ? [] : [partner]));
  }
  return kept.map(({ total, of }) => {
    const before = kept.map((one) => one.total.end).filter((end) => end <= total.digits);
    return { total: { ...total, start: Math.max(total.start, ...before) }, of };
  });
}

/** Returns the number of digits of numbers without their final zeros. */
export function countDigits(numbers: readonly number[]): number {
  return numbers.reduce((count, one) => count + String(one).replace(/0+$/, '').length, 0);
}

/**
 * Returns amounts with a guessed number of decimals: two, or three if each amount ends with 0. If each ends with 00, they
 * may be whole amounts.
 */
export function amountOf({ end }: LineRange, texts: readonly string[]): Addend {
  const ends = (zeros: string) => texts.every((text) => text.endsWith(zeros, end));
  return { kind: 'AMOUNT', scale: ends('0') && !ends('00') ? 3 : 2 };
}
