/**
 * The values of the examples in the API's description. They belong together: a test sends all requests of the examples
 * to a service with the spec `orders`, in an order that makes each response the documented one.
 */

/** The id of the run that the examples name. */
export const EXAMPLE_RUN_ID = '6f2c1d8e-3b7a-4c55-9f0e-2a1b4c8d7e60';

/** The file that the examples send. */
export const EXAMPLE_FILE = {
  name: 'orders.csv',
  text: 'id,amount\nA1,1234.50\nA2,0.00\n',
  sha256: '',
};

/** The spec that the examples name. It is managed in git. */
export const EXAMPLE_SPEC = {
  id: '',
  version: '',
  text: {
    name: 'orders',
    format: 'CSV',
    messageKey: ['id'],
    fields: [
      { name: 'id', type: 'STRING', required: true },
      { name: 'amount', type: 'DECIMAL', required: true },
    ],
    validationRules: [{ ruleId: 'positive', field: 'amount', ruleType: 'MIN_VALUE', value: '0.01' }],
  },
};

/** A point in time. */
export const EXAMPLE_TIME = '2026-01-31T08:00:00.000Z';
