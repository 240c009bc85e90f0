import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findHints } from '../../runtime/base/model/file-hints.ts';

const NOTHING = { warnings: [], issueCounts: [] };

test('a header whose names are not unique is read by position', () => {
  const failure = { code: 'DUPLICATE_COLUMN', message: 'the header has the column "Policy" 2 times' };
  const [hint = '', ...more] = findHints({ ...NOTHING, failure });
  assert.match(hint, /columnMatch: POSITION/);
  assert.equal(more, []);
});

test('a file without a failure has no hint', () => {
  assert.equal(findHints(NOTHING), []);
});

test.run();
