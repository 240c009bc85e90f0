import { padded, type Random } from './random.ts';
import { CURRENCIES, createAmount, createCity, createDay, createName } from './words.ts';

/**
 * Returns a line of 100 characters: numbers with leading zeros, texts with trailing blanks. Two in a hundred are
 * invalid.
 */
export function createLedgerLine(id: number, random: Random): string {
  const { day, month, year } = createDay(random);
  const isBad = random.below(50) === 0;
  const currency = isBad && random.below(2) === 0 ? 'XXX' : random.pick(CURRENCIES);
  const date = isBad && currency !== 'XXX' ? `${year}0231` : `${year}${month}${day}`;
  return [
    padded(id, 10),
    createName(random, false).padEnd(30),
    createAmount(random).replace('.', '').padStart(12, '0'),
    currency,
    date,
    random.pick(['Y', 'N']),
    `${random.pick(['DE', 'PT', 'PL'])}${padded(random.below(1_000_000_000), 10)}`,
    createCity(random, false).padEnd(24),
    '\n',
  ].join('');
}
