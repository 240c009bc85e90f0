import type { Random } from './random.ts';
import { CURRENCIES, createAmount, createCity, createDay, createName, createNote } from './words.ts';

export interface PaymentsStyle {
  /** One record in this many is invalid. */
  badOneOf: number;
  /** Whether every cell is quoted, or only those that need it. */
  isQuoted: boolean;
  /** Whether every record has characters beyond ASCII. */
  isForeign: boolean;
}

export const PAYMENTS_HEADER = 'id,name,email,amount,currency,booked,active,quantity,city,note';

/** Columns and texts that violate their rules, for invalid records. */
const FAULTS: readonly (readonly [column: number, text: string])[] = [
  [0, '12x'],
  [1, '   '],
  [2, 'someone at example.com'],
  [3, '-4.99'],
  [3, '100000.01'],
  [4, 'XXX'],
  [5, '31/02/2024'],
  [5, '01/01/1999'],
  [6, 'perhaps'],
  [7, '1001'],
];

/** Returns a line of payments: ten fields, all types, blanks to trim, a date to convert. */
export function createPayment(id: number, random: Random, style: PaymentsStyle): string {
  const cells = createPaymentCells(id, random, style);
  return `${cells.map((cell) => quoteWhere(style.isQuoted, cell)).join(',')}\n`;
}

/** Returns the values of a payment as texts. */
export function createPaymentCells(
  id: number,
  random: Random,
  { badOneOf, isForeign }: Omit<PaymentsStyle, 'isQuoted'>,
): string[] {
  const { day, month, year } = createDay(random);
  const name = createName(random, isForeign);
  const cells = [
    String(id),
    random.below(4) === 0 ? ` ${name}  ` : name,
    `user${random.below(100_000)}@mail-${random.below(100)}.example`,
    createAmount(random),
    random.pick(CURRENCIES),
    `${day}/${month}/${year}`,
    random.pick(['true', 'false']),
    String(random.below(1001)),
    random.below(4) === 0 ? `${createCity(random, isForeign)} ` : createCity(random, isForeign),
    createFreeText(random),
  ];
  if (random.below(badOneOf) === 0) {
    const [column, text] = random.pick(FAULTS);
    cells[column] = text;
  }
  return cells;
}

function createFreeText(random: Random): string {
  const kind = random.below(20);
  if (kind < 3) return '';
  if (kind === 3) return `${createNote(random, 2)}, ${createNote(random, 2)}`;
  return createNote(random, 1 + random.below(6));
}

function quoteWhere(isQuoted: boolean, cell: string): string {
  return isQuoted || cell.includes(',') ? `"${cell}"` : cell;
}
