import { toCamelCase } from '../../../emitting/code/names.ts';
import type { FieldGuess } from './infer.ts';
import { names } from './labels.ts';

/** Codes of debits and credits, the negative one first. */
const SIDES: readonly (readonly [debit: string, credit: string])[] = [
  ['S', 'H'],
  ['D', 'C'],
  ['D', 'K'],
  ['DR', 'CR'],
  ['Dr', 'Cr'],
  ['Soll', 'Haben'],
  ['DBIT', 'CRDT'],
  ['Debit', 'Credit'],
  ['DEBIT', 'CREDIT'],
  ['-', '+'],
];
const IDENTIFIER = /^[a-z]\w*$/i;

/**
 * Suggests computed fields: an amount with the sign that another column has, and an instant of a date and a time. Returns
 * lines for comments.
 */
export function suggestValues(guesses: readonly FieldGuess[]): string[] {
  return [...suggestSigned(guesses), ...suggestInstant(guesses)];
}

function suggestSigned(guesses: readonly FieldGuess[]): string[] {
  const amounts = guesses.filter(({ field: { value } }) => value.type === 'DECIMAL' && names(value.name, 'AMOUNT'));
  const sides = guesses.flatMap(({ field: { value }, pair }) => {
    const side = pair.length === 2 ? SIDES.find((one) => one.every((text) => pair.includes(text))) : undefined;
    return side === undefined ? [] : [{ name: value.name, side }];
  });
  const [amount] = amounts;
  const [one] = sides;
  if (amount === undefined || one === undefined || sides.length > 1) return [];
  const name = amount.field.value.name;
  if (!IDENTIFIER.test(name) || !IDENTIFIER.test(one.name)) return [];
  const condition = `${one.name} == "${one.side[0]}" ? -${name} : ${name}`;
  return [
    `${one.name} may be the sign of ${name}. A field with both:`,
    `  - { name: ${toCamelCase(`signed ${name}`, 'signed')}, type: DECIMAL, value: '${condition}' }`,
  ];
}

function suggestInstant(guesses: readonly FieldGuess[]): string[] {
  const at = guesses.findIndex(
    ({ field: { value } }, index) =>
      value.type === 'DATE' && value.format === undefined && guesses[index + 1]?.field.value.type === 'TIME',
  );
  const [date, time] = [guesses[at], guesses[at + 1]].map((guess) => guess?.field.value.name ?? '');
  if (at < 0 || date === undefined || time === undefined || ![date, time].every((one) => IDENTIFIER.test(one)))
    return [];
  return [
    `${date} and ${time} may be one instant. A field with both, in the zone of the sender:`,
    `  - { name: ${toCamelCase(`${date} ${time}`, 'instant')}, type: TIMESTAMP, value: 'timestamp(${date}, ${time}, "Europe/Berlin")' }`,
  ];
}
