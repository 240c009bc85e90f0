import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecInfo } from '../../compiler/kernel/model/contract.ts';
import { checkMessageLimit } from '../../runtime/sink/kafka/delivery/check-limit.ts';

const spec = (maxBytes?: number): SpecInfo => ({
  ...{ name: 'orders', version: 'a', format: 'CSV', fields: [] },
  documents: { types: ['order'], rules: [], ...(maxBytes !== undefined && { maxBytes }) },
});

test('documents that a topic may not accept are refused before the first record', () => {
  const limit = { topic: 'sales', maxMessageBytes: 1_000_000 };
  assert.throws(
    () => checkMessageLimit(spec(16_777_216), limit),
    /documents of 16777216 bytes, but the topic sales accepts messages of 1000000. Set maxDocumentBytes: 1000000/,
  );
  checkMessageLimit(spec(1_000_000), limit);
  // Without members, each record is a message of its own.
  checkMessageLimit(spec(), limit);
});

test.run();
