import { padded, type Random } from './random.ts';

export const CURRENCIES = ['EUR', 'USD', 'GBP', 'CHF'] as const;
const FIRST = ['Anna', 'Bert', 'Carla', 'Dirk', 'Elena', 'Frank', 'Greta', 'Hugo', 'Ines', 'Jonas'];
const LAST = ['Meyer', 'Okafor', 'Santos', 'Lindqvist', 'Brown', 'Novak', 'Rossi', 'Tanaka', 'Dubois', 'Kowalski'];
const CITIES = ['Hamburg', 'Lisbon', 'Warsaw', 'Oslo', 'Turin', 'Leeds', 'Ghent', 'Porto', 'Basel', 'Graz'];
const FOREIGN_FIRST = ['Zoë', 'Jürgen', 'Łukasz', 'Ольга', '愛子', 'François', 'Þóra', 'Νίκος'];
const FOREIGN_CITIES = ['Zürich', 'Łódź', 'São Paulo', '東京', 'Αθήνα', 'København', 'Київ', 'İzmir 🏙'];
const NOTES = ['invoice', 'payment', 'of', 'the', 'month', 'order', 'partial', 'thanks', 'ref', 'delivery'];

/** Returns a person's name. `isForeign` adds characters beyond ASCII. */
export function createName(random: Random, isForeign: boolean): string {
  return `${random.pick(isForeign ? FOREIGN_FIRST : FIRST)} ${random.pick(LAST)}`;
}

export function createCity(random: Random, isForeign: boolean): string {
  return random.pick(isForeign ? FOREIGN_CITIES : CITIES);
}

/** Returns `count` words. */
export function createNote(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(NOTES)).join(' ');
}

/** Returns an amount with two decimals. The last one is not 0, so that a double and a decimal have the same text. */
export function createAmount(random: Random): string {
  return `${random.below(99_999)}.${random.below(10)}${1 + random.below(9)}`;
}

/** Returns the parts of a valid date. */
export function createDay(random: Random): { day: string; month: string; year: string } {
  return {
    day: padded(1 + random.below(28), 2),
    month: padded(1 + random.below(12), 2),
    year: String(2015 + random.below(12)),
  };
}
