import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { countFaults } from '../../../compiler/tools/infer/csv/rows.ts';

const DIALECT = { delimiter: ',', quote: '"', escape: '"', comment: '' };
const FAULTY = 'a,"x"y\n';
const GOOD = 'a,b\n';

test('the number of quoting faults is at most the given maximum', () => {
  assert.is(countFaults(FAULTY.repeat(2) + GOOD, DIALECT, 3), 2);
  assert.is(countFaults(FAULTY.repeat(10), DIALECT, 3), 3);
  assert.is(countFaults(`${FAULTY.repeat(10)}a,"open\n`, DIALECT, 3), 3);
});

test.run();
