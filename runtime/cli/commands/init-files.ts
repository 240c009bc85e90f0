const SPEC = `# How to read a file format, and which records are right.
# All keys: npx specmill docs --language. A first draft from your own file: npx specmill infer FILE
name: orders
format: CSV
delimiter: ";"
messageKey: [id]
fields:
  - { name: id, type: STRING, columnName: Order No, required: true }
  - { name: ordered, type: DATE, required: true }
  - { name: amount, type: DECIMAL, required: true }
  - { name: currency, type: STRING }
  - { name: customer, type: STRING, sensitive: true }
correctionRules:
  - { ruleId: upper-case, field: currency, correctionType: UPPER_CASE }
validationRules:
  - { ruleId: positive, field: amount, ruleType: MIN_VALUE, value: "0.01", message: the amount must be positive }
`;

// For each rule, the sample has a record that satisfies it and one that violates it.
const SAMPLE = `Order No;ordered;amount;currency;customer
A-1001;2025-03-14;1234.50;EUR;Meyer GmbH
A-1002;2025-03-15;0.00;eur;Müller KG
;2025-03-15;7.50;EUR;Schulze
A-1004;;7.50;EUR;Schulze
A-1005;2025-03-16;;EUR;Schulze
`;

const WORKFLOW = `# Checks the specs and compares the results of their samples with the expected ones.
name: Specs
on: [push, pull_request]
permissions:
  contents: read
jobs:
  specs:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 22
      # The package.json of this repository has specmill as a devDependency.
      - run: npm ci
      - run: npx specmill check --format github
      - run: npx specmill test --require-coverage
`;

/**
 * The files that `specmill init` writes: the path below the folder of the project, and the content. The first one is
 * the spec, the second its sample.
 */
export const INIT_FILES: readonly { readonly path: string; readonly content: string }[] = [
  { path: 'specs/orders.yaml', content: SPEC },
  { path: 'specs/orders/orders.csv', content: SAMPLE },
  { path: '.github/workflows/specs.yml', content: WORKFLOW },
];
