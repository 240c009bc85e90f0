/** Names of members may be values, such as objects by account number: beside a sensitive field, no message has them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../../support/load-module.ts';

const SECRET = 'DE42-secret';
const RECORDS = [
  `{"id":1,"customer":{"iban":"x","${SECRET}":1},"${SECRET}-2":{}}`,
  `{"id":2,"${SECRET}":1,"${SECRET}":2}`,
  `{"id":3,"id":4}`,
  `{"id":5,"other":{"${SECRET}":1,"${SECRET}":2}}`,
  `{"id":6,"customer":{"${SECRET}`,
];

for (const [title, recordPath, file] of [
  ['JSON Lines', '', `${RECORDS.join('\n')}\n`],
  ['a document', 'recordPath: /orders/*\n', `{"orders":[${RECORDS.join(',')}]}`],
] as const)
  for (const isSensitive of [false, true])
    test(`${title}, ${isSensitive ? 'with' : 'without'} a sensitive field`, async () => {
      const module = await loadModule({
        text: `name: names\nformat: JSON\n${recordPath}fields:\n  - { name: id, type: INTEGER }\n  - { name: iban, type: STRING, columnName: /customer/iban, sensitive: ${isSensitive} }\n`,
        syntax: 'yaml',
        path: 'names.yaml',
      });
      const transformer = module.createTransformer({ today: '2026-11-28' });
      const batches = [...transformer.push(new TextEncoder().encode(file)), ...transformer.end()];
      const warnings = batches.flatMap((batch) => batch.warnings);
      const issues = batches.flatMap(({ recordIssues }) => recordIssues.flatMap((one) => one.issues));
      const failures = batches.map(({ failure }) => failure);
      assert.is(JSON.stringify([warnings, issues, failures]).includes('secret'), !isSensitive);
      const duplicates = issues.filter(({ code }) => code === 'DUPLICATE_MEMBER').map(({ message }) => message);
      assert.is(duplicates.length, 3);
      assert.match(duplicates[1] ?? '', '"/id" occurs twice');
      if (!isSensitive) return;
      assert.equal(
        warnings.map(({ message }) => message),
        ['/customer', ''].map(
          (place) =>
            `no field reads a member of the object at "${place}", whose name is withheld because the spec has a sensitive field`,
        ),
      );
    });

test.run();
