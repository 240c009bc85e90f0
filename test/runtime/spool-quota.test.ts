import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { csvFile, eventually, formOf, ORDERS_YAML, problemOf, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';

const test = suite<{ at: Workplace; service: Service; keyOf(name: string): string }>('spool of a principal');
const SPEC = gitSpecId('orders');
const MAX = 100_000;

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  const keys = new Map<string, string>();
  for (const name of ['first', 'second']) {
    const { stdout } = context.at.call(['keys', 'add', name, '--scope', 'read,transform']);
    keys.set(name, /sm_\S+/.exec(stdout)?.[0] ?? '');
  }
  context.keyOf = (name) => keys.get(name) ?? '';
  context.service = await startService(context.at, ['--max-spool-bytes', String(MAX), '--log-level', 'debug']);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

/** A file of about `bytes` bytes. */
const fileOf = (id: string, bytes: number) => csvFile(`id,amount\n${`${id},1.00\n`.repeat(bytes / (id.length + 6))}`);

test('the files of the runs of a principal count, and those of others do not', async ({ service, keyOf }) => {
  const send = (name: string, path: string, parts: Record<string, string | Blob>) =>
    service.fetch(path, {
      method: 'POST',
      body: formOf({ specId: SPEC, ...parts }),
      headers: { authorization: `Bearer ${keyOf(name)}`, 'x-request-id': `of-${name}` },
    });
  const publish = (name: string, id: string, bytes: number) =>
    send(name, '/transform/file-to-events', { brokerTopic: 't', file: fileOf(id, bytes) });
  assert.is((await publish('first', 'a', 60_000)).status, 200);
  const { detail } = await problemOf(await publish('first', 'b', 50_000), 507, 'insufficient_storage');
  assert.match(String(detail), /100000 bytes/);
  await problemOf(
    await send('first', '/transform/validate', { file: fileOf('b', 50_000) }),
    507,
    'insufficient_storage',
  );
  assert.is((await publish('second', 'c', 60_000)).status, 200);
  // A dry run counts only until its end.
  for (let time = 0; time < 4; time++) {
    assert.is((await send('first', '/transform/validate', { file: fileOf('d', 30_000) })).status, 200);
    await eventually(() => service.spool().length === 0);
  }
  const list = await service.fetch('/runs', { headers: { authorization: `Bearer ${keyOf('first')}` } });
  const runs = (await list.json()) as unknown[];
  assert.is(runs.length, 2);
  const lines = service.stderr().split('\n');
  assert.ok(
    lines.some((line) =>
      /"requestId":"of-first","principal":"key:first","runId":"[0-9a-f-]{36}".*"event":"request"/.test(line),
    ),
    'the log names the principal and the run',
  );
});

test('507 before a body whose length is known, else in the middle of it, and nothing of it is left', async ({
  service,
  keyOf,
}) => {
  const before = service.spool().length;
  const head = `POST /api/v1/transform/validate HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${keyOf('second')}\r\ncontent-type: multipart/form-data; boundary=XX\r\n`;
  const early = await service.raw(`${head}content-length: ${MAX}\r\n\r\n`, /\}\s*$/);
  assert.match(early, /^HTTP\/1\.1 507 [^]*"insufficient_storage"/);
  const part = '--XX\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nid,amount\n';
  const chunk = `${(MAX).toString(16)}\r\n${'x'.repeat(MAX)}\r\n`;
  const late = await service.raw(
    `${head}transfer-encoding: chunked\r\n\r\n${part.length.toString(16)}\r\n${part}\r\n${chunk}`,
    /\}\s*$/,
  );
  assert.match(late, /^HTTP\/1\.1 507 [^]*"insufficient_storage"/);
  await eventually(() => service.spool().length === before);
});

test.run();
