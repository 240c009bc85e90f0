import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import { eventually, ORDERS_CSV, ORDERS_YAML, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';
import { scaleRuns } from '../support/property.ts';

const test = suite<{ at: Workplace; service: Service }>('malformed forms');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

const FORM = `--XX\r\ncontent-disposition: form-data; name="specId"\r\n\r\n${gitSpecId('orders')}\r\n--XX\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${ORDERS_CSV}\r\n--XX--\r\n`;

const PIECES = [
  '\r\n',
  '\r',
  '\n',
  '--XX',
  '--XX--',
  '--',
  ':',
  ';',
  '"',
  '\\',
  '\0',
  'name=',
  "filename*=utf-8''%ff",
  'content-disposition: form-data',
  'x'.repeat(300),
  '\xff',
  '=',
];
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.nat(30),
  put: fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })),
});
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });

function apply(edits: readonly { at: number; cut: number; put: string }[]): string {
  return edits.reduce((form, { at, cut, put }) => {
    const from = Math.floor(at * form.length);
    return form.slice(0, from) + put + form.slice(from + cut);
  }, FORM);
}

function slice(body: Buffer, at: readonly number[]): Buffer[] {
  const offsets = [0, ...at.map((part) => Math.floor(part * body.length)).sort((a, b) => a - b), body.length];
  return offsets.slice(1).map((end, i) => body.subarray(offsets[i], end));
}

test('every form is answered with 200 or a problem, leaves no file, and affects no other request', async ({
  service,
}) => {
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { maxLength: 4 }), cuts, async (edits, at) => {
      const body = Buffer.from(apply(edits), 'latin1');
      const head = `POST /api/v1/transform/validate HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=XX\r\ncontent-length: ${body.length}\r\n\r\n`;
      const answer = await Promise.race([
        service.raw([head, ...slice(body, at)], /\r\n\r\n[^]*\}\s*$/),
        new Promise<string>((resolve) => setTimeout(() => resolve('no answer in a minute'), 60_000)),
      ]);
      assert.match(answer, /^HTTP\/1\.1 (200|400|404|413) /);
    }),
    { numRuns: scaleRuns(150) },
  );
  assert.is((await service.fetch('//health/live')).status, 200);
  await eventually(() => service.spool().length === 0);
  assert.is(
    service
      .stderr()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
      .join('\n'),
    '',
  );
});

test.run();
