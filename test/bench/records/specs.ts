const DEBIT_FIELDS = [
  { name: 'reference', type: 'STRING', start: 2, length: 12, required: true },
  { name: 'amount', type: 'DECIMAL', scale: 2, start: 14, length: 10, required: true },
  { name: 'due', type: 'DATE', format: 'yyyyMMdd', start: 24, length: 8 },
  { name: 'currency', type: 'STRING', start: 32, length: 3 },
  { name: 'payer', type: 'STRING', start: 35, length: 20 },
  { name: 'purpose', type: 'STRING', start: 55, length: 26 },
];
const DEBIT_RULES = [
  { ruleId: 'currency', field: 'currency', ruleType: 'ALLOWED_VALUES', value: ['EUR', 'USD'] },
  { ruleId: 'amount', field: 'amount', ruleType: 'MIN_VALUE', value: '0.01' },
];

const when = (...values: string[]) => ({ start: 1, length: 1, values });

/** The debits alone: every other line is skipped. */
export const oneType = {
  name: 'debits-only',
  format: 'FIXED_WIDTH',
  recordLength: 80,
  messageKey: ['reference'],
  recordWhen: when('D'),
  fields: DEBIT_FIELDS,
  validationRules: DEBIT_RULES,
};

/** The same file with all of its record types. */
export const fourTypes = {
  name: 'debits',
  format: 'FIXED_WIDTH',
  recordLength: 80,
  recordTypes: [
    {
      name: 'header',
      when: when('F', 'H'),
      publish: false,
      fields: [{ name: 'company', type: 'STRING', start: 10, length: 20 }],
    },
    {
      name: 'debit',
      in: 'header',
      when: when('D'),
      messageKey: ['reference'],
      fields: DEBIT_FIELDS,
      validationRules: DEBIT_RULES,
    },
    {
      name: 'trailer',
      in: 'header',
      when: when('T'),
      occurs: 'OPTIONAL',
      publish: false,
      fields: [
        { name: 'count', type: 'INTEGER', start: 2, length: 6, required: true },
        { name: 'total', type: 'DECIMAL', scale: 2, start: 8, length: 12, required: true },
      ],
    },
    {
      name: 'end',
      when: when('Z'),
      occurs: 'ONCE',
      publish: false,
      fields: [{ name: 'batches', type: 'INTEGER', start: 2, length: 6, required: true }],
    },
  ],
};

/** With the totals of every batch. */
export const withTotals = {
  ...fourTypes,
  name: 'debits-with-totals',
  fileRules: [
    { ruleId: 'count', ruleType: 'COUNT_EQUALS', of: 'debit', field: 'trailer.count' },
    { ruleId: 'total', ruleType: 'SUM_EQUALS', of: 'debit.amount', field: 'trailer.total' },
  ],
};

/** With the rule that no reference is repeated. */
export const withReferences = {
  ...fourTypes,
  name: 'debits-unique',
  fileRules: [{ ruleId: 'no-duplicates', ruleType: 'UNIQUE', of: ['debit.reference'], severity: 'ERROR' }],
};

const keys = {
  name: 'keys',
  format: 'FIXED_WIDTH',
  recordTypes: [
    {
      name: 'row',
      when: when('D'),
      fields: [{ name: 'key', type: 'STRING', start: 2, length: 12, required: true }],
    },
  ],
};

export const withoutUnique = { ...keys, name: 'keys-alone' };

export const withUnique = {
  ...keys,
  name: 'keys-unique',
  fileRules: [{ ruleId: 'no-duplicates', ruleType: 'UNIQUE', of: ['row.key'], severity: 'ERROR' }],
};
