/** Specs with record types, and files of them with correct totals. */
const kinds = (...values: string[]) => ({ start: 1, length: 1, values });
const head = { name: 'head', when: kinds('H'), occurs: 'ONCE', publish: false };
const amount = { name: 'amount', type: 'DECIMAL', scale: 2, start: 3, length: 8 };
const end = {
  name: 'end',
  when: kinds('Z'),
  occurs: 'ONCE',
  publish: false,
  fields: [{ name: 'total', type: 'DECIMAL', scale: 2, start: 3, length: 12 }],
};

/** Details between a header, from which they copy a value, and a trailer with their sum. */
export const flat = {
  name: 'flat',
  format: 'FIXED_WIDTH',
  recordTypes: [
    { ...head, fields: [{ name: 'currency', type: 'STRING', start: 3, length: 3 }] },
    { name: 'detail', when: kinds('D'), fields: [amount, { name: 'currency', from: 'head.currency' }] },
    end,
  ],
  fileRules: [
    { ruleId: 'sum', ruleType: 'SUM_EQUALS', of: 'detail.amount', field: 'end.total' },
    { ruleId: 'order', ruleType: 'ORDERED', of: 'detail.amount' },
    { ruleId: 'once', ruleType: 'UNIQUE', of: ['detail.amount'] },
  ],
};

/** The same details in batches, each with its sum. */
export const nested = {
  name: 'nested',
  format: 'FIXED_WIDTH',
  recordTypes: [
    { ...head, fields: [{ name: 'created', type: 'STRING', start: 3, length: 8 }] },
    {
      name: 'batch',
      when: kinds('B'),
      publish: false,
      fields: [{ name: 'id', type: 'STRING', start: 3, length: 8, required: true }],
    },
    { name: 'detail', in: 'batch', when: kinds('D'), fields: [amount, { name: 'batch', from: 'batch.id' }] },
    {
      name: 'sum',
      in: 'batch',
      when: kinds('S'),
      occurs: 'ONCE',
      publish: false,
      fields: [{ name: 'total', type: 'DECIMAL', scale: 2, start: 3, length: 12 }],
    },
    end,
  ],
  fileRules: [
    { ruleId: 'sum-of-batch', ruleType: 'SUM_EQUALS', of: 'detail.amount', field: 'sum.total' },
    { ruleId: 'sum-of-sums', ruleType: 'SUM_EQUALS', of: 'sum.total', field: 'end.total' },
    { ruleId: 'some', ruleType: 'COUNT_RANGE', of: 'batch', value: '1,' },
    { ruleId: 'id', ruleType: 'UNIQUE', of: ['batch.id'] },
  ],
};

const cents = (number: number, digits: number) => String(number).padStart(digits, '0');
const sumTo = (number: number) => (number * (number + 1)) / 2;

/** Writes details with the amounts 0.01, 0.02 and so on. `added` makes the last total wrong. */
export function writeFlat(details: number, added = 0): string {
  const lines = Array.from({ length: details }, (_, index) => `D ${cents(index + 1, 8)}\n`);
  return `H EUR\n${lines.join('')}Z ${cents(sumTo(details) + added, 12)}\n`;
}

export function writeNested(batches: number, details: number, added = 0): string {
  const lines = Array.from({ length: details }, (_, index) => `D ${cents(index + 1, 8)}\n`).join('');
  const sum = `S ${cents(sumTo(details), 12)}\n`;
  const all = Array.from({ length: batches }, (_, index) => `B ${index}\n${lines}${sum}`);
  return `H 20260630\n${all.join('')}Z ${cents(batches * sumTo(details) + added, 12)}\n`;
}
