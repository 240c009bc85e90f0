import { createPaymentCells } from './payments.ts';
import type { Random } from './random.ts';

const NAMES = ['id', 'name', 'email', 'amount', 'currency', 'booked', 'active', 'quantity', 'city', 'note'];
/** The members that are numbers, or true and false, if their record is valid. */
const PLAIN: ReadonlySet<string> = new Set(['id', 'amount', 'active', 'quantity']);

/** Returns a payment as a line of JSON: the record of the CSV file with the same number. */
export function createJsonPayment(id: number, random: Random): string {
  const cells = createPaymentCells(id, random, { badOneOf: 50, isForeign: false });
  const members = cells.map((cell, index) => {
    const name = NAMES[index] ?? '';
    const isPlain = PLAIN.has(name) && (/^-?[\d.]+$/.test(cell) || cell === 'true' || cell === 'false');
    return `${JSON.stringify(name)}:${cell === '' ? 'null' : isPlain ? cell : JSON.stringify(cell)}`;
  });
  return `{${members.join(',')}}\n`;
}
