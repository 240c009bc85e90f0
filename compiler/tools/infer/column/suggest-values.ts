import type { Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { toCamelCase } from '../../../emitting/code/names.ts';
import type { Noted } from '../model/draft.ts';
import { nameFields } from './field-names.ts';
import type { FieldGuess } from './infer.ts';
import { names } from './labels.ts';
import { idOf } from './rule-id.ts';

/** Names that are no identifiers in an expression. */
const RESERVED =
  /^(?:as|break|const|continue|else|false|field|file|for|function|if|import|in|let|loop|namespace|null|package|record|return|true|var|void|while)$/;
/** Codes of debits and credits, the negative one first. */
const SIDES: readonly (readonly [debit: string, credit: string])[] = [
  ['S', 'H'],
  ['D', 'C'],
  ['D', 'K'],
  ['DR', 'CR'],
  ['DB', 'CR'],
  ['Soll', 'Haben'],
  ['Lastschrift', 'Gutschrift'],
  ['Belastung', 'Gutschrift'],
  ['DBIT', 'CRDT'],
  ['Debit', 'Credit'],
  ['Débit', 'Crédit'],
  ['Debe', 'Haber'],
  ['Cargo', 'Abono'],
  ['Dare', 'Avere'],
  ['Addebito', 'Accredito'],
  ['Af', 'Bij'],
  ['Withdrawal', 'Deposit'],
  ['WN', 'MA'],
  ['-', '+'],
];
const IDENTIFIER = /^[a-z]\w*$/i;

/** What the columns of a file show together. */
export interface ValueGuesses {
  /** Fields that are computed from others, and rules for what they read. */
  readonly computed: readonly Noted<Field>[];
  readonly rules: readonly Noted<ValidationRule>[];
  /** Lines for comments. */
  readonly suggestions: readonly string[];
  readonly undecided: readonly string[];
}

/** Computes an amount with the sign that another column has. Suggests an instant of a date and a time. */
export function inferValues(guesses: readonly FieldGuess[]): ValueGuesses {
  const signed = inferSigned(guesses);
  return { ...NONE, ...signed, suggestions: suggestInstant(guesses) };
}

const NONE: ValueGuesses = { computed: [], rules: [], suggestions: [], undecided: [] };

/** Words of a label of numbers that another column may sign. Others, such as prices and quantities, it does not. */
const NOT_SIGNED = /quantity|menge|qty|price|preis|balance|saldo|stock|bestand|anzahl|count/i;

function inferSigned(guesses: readonly FieldGuess[]): Partial<ValueGuesses> {
  const amounts = guesses.filter(
    ({ field: { value }, isSigned }) =>
      (value.type === 'DECIMAL' || value.type === 'INTEGER') &&
      !isSigned &&
      names(value.name, 'AMOUNT') &&
      !NOT_SIGNED.test(value.name),
  );
  const sides = guesses.flatMap(({ field: { value }, pair }) => {
    const side = pair.length === 2 ? SIDES.find((one) => isSide(one, pair)) : undefined;
    return side === undefined
      ? []
      : [{ name: value.name, id: idOf(value.name), codes: sortPair(side, pair), isFilled: value.required === true }];
  });
  const [amount] = amounts;
  const [side] = sides;
  if (amount === undefined || side === undefined) return {};
  const { name, type, required } = amount.field.value;
  if (amounts.length > 1 || sides.length > 1 || !isIdentifier(name) || !isIdentifier(side.name)) {
    const all = amounts.map(({ field: { value } }) => value.name).join(', ');
    return { undecided: [`${side.name} may be the sign of ${all}: compute fields with both`] };
  }
  if (!side.isFilled) return { undecided: [`${side.name} may be the sign of ${name}, but some records have none`] };
  const { codes } = side;
  const text = JSON.stringify(codes[0]);
  const [signed = ''] = nameFields([...guesses.map(({ field: { value } }) => value.name), `signed ${name}`]).slice(-1);
  const field = {
    ...{ name: signed, type, value: `${side.name} == ${text} ? -${name} : ${name}` },
    ...(required === true ? { required } : {}),
  };
  const rule = { ruleId: `${side.id}-known`, field: side.name, ruleType: 'ALLOWED_VALUES', value: [...codes] } as const;
  return {
    computed: [{ value: field, note: `${name} with the sign of ${side.name}: ${text} is negative` }],
    rules: [{ value: rule, note: 'another value has no sign yet' }],
  };
}

function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name) && !RESERVED.test(name);
}

function isSide(side: readonly string[], pair: readonly string[]): boolean {
  return side.every((code) => pair.some((text) => text.toLowerCase() === code.toLowerCase()));
}

/** Returns the texts of a file in the order of a pair of codes. */
function sortPair([debit = '']: readonly string[], pair: readonly string[]): readonly string[] {
  return [...pair].sort(
    (a, b) => +(b.toLowerCase() === debit.toLowerCase()) - +(a.toLowerCase() === debit.toLowerCase()),
  );
}

function suggestInstant(guesses: readonly FieldGuess[]): string[] {
  const at = guesses.findIndex(
    ({ field: { value } }, index) =>
      value.type === 'DATE' && value.format === undefined && guesses[index + 1]?.field.value.type === 'TIME',
  );
  const [date, time] = [guesses[at], guesses[at + 1]].map((guess) => guess?.field.value.name ?? '');
  if (at < 0 || date === undefined || time === undefined || ![date, time].every(isIdentifier)) return [];
  return [
    `${date} and ${time} may be one instant. A field with both, in the zone of the sender:`,
    `  - { name: ${toCamelCase(`${date} ${time}`, 'instant')}, type: TIMESTAMP, value: 'timestamp(${date}, ${time}, "Europe/Berlin")' }`,
  ];
}
