/** A client that has its response and still sends. */
import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ORDERS_YAML, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('answered requests');
test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

test('the connection of a client that still sends is closed', async ({ service }) => {
  const received: Buffer[] = [];
  const socket = connect(service.port, '127.0.0.1');
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  socket.on('error', () => {});
  socket.write(
    'POST /api/v1/no-such-route HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/csv\r\ncontent-length: 1000000000\r\n\r\n',
  );
  const sending = setInterval(() => socket.write('a'), 100);
  try {
    await new Promise((resolve) => socket.once('close', resolve));
  } finally {
    clearInterval(sending);
  }
  assert.match(Buffer.concat(received).toString(), /^HTTP\/1\.1 404 /, 'it could read its response');
  assert.is((await service.fetch('//health/live')).status, 200);
});

test.run();
