import { randomBytes } from 'node:crypto';
import type ssh2 from 'ssh2';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readPipelined } from '../../../runtime/connector/sftp/pipelined-read.ts';

/** Creates a session that reads from `content`, with at most `maxBytes` in a response. Counts requests and bytes. */
function createSession(content: Buffer, maxBytes: number) {
  const seen = { requests: 0, open: 0, mostOpen: 0 };
  const read: ssh2.SFTPWrapper['read'] = (_, buffer, offset, length, position, callback) => {
    seen.requests++;
    seen.open += length;
    seen.mostOpen = Math.max(seen.mostOpen, seen.open);
    setImmediate(() => {
      seen.open -= length;
      const part = content.subarray(position, position + Math.min(length, maxBytes));
      part.copy(buffer, offset);
      const error = part.length === 0 ? Object.assign(new Error('EOF'), { code: 1 }) : undefined;
      callback(error, part.length, part, position);
    });
  };
  // readPipelined() calls only this method.
  return { seen, session: { read } as unknown as ssh2.SFTPWrapper };
}

const CONTENT = randomBytes(3_000_001);

for (const [server, maxBytes, mostRequests] of [
  ['that sends 128 KiB at once', 262_144, 3_000_001 / 131_072 + 110],
  ['that sends 32 KiB at once', 32_768, 3_000_001 / 32_768 + 140],
  ['that sends odd amounts', 10_007, 1_200],
] as const) {
  test(`a file of a server ${server} is read from any byte`, async () => {
    for (const from of [0, 1, 131_072, 2_999_999, 3_000_001, 4_000_000]) {
      const { seen, session } = createSession(CONTENT, maxBytes);
      const chunks: Uint8Array[] = [];
      for await (const chunk of readPipelined(session, Buffer.from('h'), from)) chunks.push(Buffer.from(chunk));
      assert.ok(Buffer.concat(chunks).equals(CONTENT.subarray(from)), `from ${from}`);
      assert.ok(seen.requests < mostRequests, `${seen.requests} requests`);
      assert.ok(seen.mostOpen <= 4 * 1024 * 1024, `${seen.mostOpen} bytes requested`);
    }
  });
}

test('a failure of the server is thrown, and ends the reading', async () => {
  const { session } = createSession(CONTENT, 262_144);
  const { read } = session;
  let requests = 0;
  session.read = (handle, buffer, offset, length, position, callback) => {
    if (++requests > 5) callback(Object.assign(new Error('Failure'), { code: 4 }), 0, buffer, position);
    else read.call(session, handle, buffer, offset, length, position, callback);
  };
  const readAll = async () => {
    for await (const chunk of readPipelined(session, Buffer.from('h'), 0)) assert.ok(chunk.length > 0);
  };
  await readAll().then(
    () => assert.unreachable('it succeeded'),
    (error: Error) => assert.is(error.message, 'Failure'),
  );
});

test.run();
