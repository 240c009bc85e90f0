import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { S3Request, SendS3 } from '../../../runtime/connector/s3/s3-client.ts';
import { createPersistentSend } from '../../../runtime/connector/s3/bucket-objects.ts';
import { ConnectorFailure } from '../../../runtime/connector/failure.ts';

/** Returns how often a request is sent that fails `failures` times, and whether it succeeds. */
async function countAttempts(request: S3Request, failures: number, code: ConnectorFailure['code'] = 'connection_lost') {
  let attempts = 0;
  const send = (async () => {
    if (++attempts <= failures) throw new ConnectorFailure(code, 'It failed.');
    return {};
  }) as unknown as SendS3;
  const succeeds = await createPersistentSend(send)(request).then(
    () => true,
    () => false,
  );
  return [attempts, succeeds];
}

test('a part and the start of an upload are sent up to three times', async () => {
  const part: S3Request = { method: 'PUT', query: { partNumber: '1' } };
  assert.equal(await countAttempts(part, 2), [3, true]);
  assert.equal(await countAttempts(part, 3), [3, false]);
  assert.equal(await countAttempts({ method: 'POST', query: { uploads: '' } }, 1), [2, true]);
});

test('the completion of an upload is sent once, and so is what the store rejects', async () => {
  assert.equal(await countAttempts({ method: 'POST', query: { uploadId: 'u' } }, 1), [1, false]);
  assert.equal(await countAttempts({ method: 'PUT' }, 1, 'permission_denied'), [1, false]);
});

test.run();
