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
  sha256: 'd19284f97469de4449ab838b457a3de3df4f6b22a98fbd1dbd6903ba612dbaa0',
};

/** The spec that the examples name. It is managed in git. */
export const EXAMPLE_SPEC = {
  id: '639c8353-770a-5fdf-be7b-97deb80ec283',
  version: '446c8a2819355a1321757926a91d193b63a34936c21afe6ab7c7bd9ed1fbc3fc',
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
