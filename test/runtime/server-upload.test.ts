import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import {
  csvFile,
  eventually,
  formOf,
  ORDERS_CSV,
  ORDERS_YAML,
  problemOf,
  type Service,
  startService,
} from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';
import { createTar } from './tar.ts';
import { createZip } from './zip.ts';

const test = suite<{ at: Workplace; service: Service }>('forms and uploads');
const GIT = gitSpecId('orders');
const MAX = 300_000;

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at, ['--max-file-bytes', String(MAX)]);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});
// Neither a dry run nor a malformed form leaves its file in the spool.
test.after.each(({ service }) => eventually(() => service.spool().length === 0));

const FIELDS = { specId: GIT, brokerTopic: 'uploads' };
const VALIDATE = '/transform/validate';
const TRANSFORM = '/transform/file-to-events';

interface RawPart {
  name?: string;
  headers?: string;
  body: string;
}

const part = ({ name = '', headers = `content-disposition: form-data; name="${name}"`, body }: RawPart) =>
  `--XX\r\n${headers}\r\n\r\n${body}\r\n`;
const filePart = (body = ORDERS_CSV, fileName = 'a.csv') =>
  part({
    headers: `Content-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: text/csv`,
    body,
  });
const specPart = part({ name: 'specId', body: GIT });
const END = '--XX--\r\n';

function head(path: string, more = 'content-type: multipart/form-data; boundary=XX\r\n'): string {
  return `POST /api/v1${path} HTTP/1.1\r\nhost: localhost\r\n${more}`;
}

function send(
  service: Service,
  body: string,
  { path = VALIDATE, type = 'multipart/form-data; boundary=XX', length = Buffer.byteLength(body, 'latin1') } = {},
): Promise<string> {
  return service.raw(
    [
      head(path, `content-type: ${type}\r\nconnection: close\r\n`) + `content-length: ${length}\r\n\r\n`,
      Buffer.from(body, 'latin1'),
    ],
    /\r\n\r\n[^]*\}\s*$/,
  );
}

const resultOf = (answer: string) =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as ProcessingResult & { code?: string; field?: string };

async function post(service: Service, path: string, form: FormData): Promise<Response> {
  return service.fetch(path, { method: 'POST', body: form });
}

test('parts in any order, also byte by byte', async ({ service }) => {
  const orders = [
    [filePart(), specPart],
    [specPart, filePart()],
    [specPart, filePart(), part({ name: 'errorLimit', body: '1' })],
    [part({ name: 'skipInvalidRecords', body: 'true' }), filePart(), specPart],
  ];
  for (const parts of orders) {
    const answer = await send(service, parts.join('') + END);
    assert.match(answer, /^HTTP\/1\.1 200 /);
    assert.equal([resultOf(answer).totalRecords, resultOf(answer).errorRecords], [3, 2]);
  }
  const whole =
    head(VALIDATE) +
    `content-length: ${(filePart() + specPart + END).length}\r\nconnection: close\r\n\r\n` +
    filePart() +
    specPart +
    END;
  assert.match(await service.raw([...whole], /\}\s*$/), /^HTTP\/1\.1 200 /);
});

test('chunked, and with a preamble and an epilogue', async ({ service }) => {
  const body = `preamble\r\n${filePart()}${specPart}${END}epilogue`;
  const chunks =
    body
      .match(/[^]{1,7}/g)
      ?.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`)
      .join('') ?? '';
  const answer = await service.raw(
    `${head(VALIDATE)}transfer-encoding: chunked\r\nconnection: close\r\n\r\n${chunks}0\r\n\r\n`,
    /\}\s*$/,
  );
  assert.match(answer, /^HTTP\/1\.1 200 /);
});

test('unread parts of any size do not stop the form', async ({ service }) => {
  for (const length of [20_000, 60_000, 200_000]) {
    const skipped = part({ headers: 'X-Other: y', body: 'b'.repeat(length) });
    const preamble = `${'p'.repeat(length)}\r\n`;
    for (const body of [
      skipped + filePart() + specPart,
      filePart() + specPart + skipped,
      preamble + filePart() + specPart,
    ])
      assert.match(await send(service, body + END), /^HTTP\/1\.1 200 /, `${length}`);
    assert.match(await send(service, filePart() + skipped + END), /^HTTP\/1\.1 400 /);
  }
});

test('400 names the part that is missing', async ({ service }) => {
  const file = csvFile(ORDERS_CSV);
  for (const [field, form] of Object.entries({
    file: formOf(FIELDS),
    specId: formOf({ file, brokerTopic: 'x' }),
    brokerTopic: formOf({ file, specId: GIT }),
  })) {
    assert.is((await problemOf(await post(service, TRANSFORM, form), 400, 'missing_part'))['field'], field);
  }
  assert.is((await problemOf(await post(service, VALIDATE, formOf({ file })), 400, 'missing_part'))['field'], 'specId');
});

const WRONG: readonly (readonly [field: string, ...values: string[]])[] = [
  ['specId', ''],
  ['brokerTopic', '', ' ', '.', '..', 'a b', 'a/b', '../x', 'ü', 'a\n', 'x'.repeat(250), '%00'],
  ['skipInvalidRecords', '', 'yes', '1', 'TRUE', 'true '],
  ['maxErrors', '', '-1', '1.5', 'x', '1e3', '99999999999999999999', 'null'],
  ['delivery', '', 'exactly', 'EXACTLY-ONCE'],
  ['deadLetterTopic', '', 'a b', '..', 'uploads'],
  ['errorLimit', '', '-1', '10001', 'x'],
];

test('400 names the invalid field, before and after the file', async ({ service }) => {
  const file = csvFile(ORDERS_CSV);
  for (const [field, ...values] of WRONG) {
    for (const value of values) {
      for (const form of [formOf({ ...FIELDS, [field]: value, file }), formOf({ file, ...FIELDS, [field]: value })]) {
        assert.is(
          (await problemOf(await post(service, TRANSFORM, form), 400, 'invalid_value'))['field'],
          field,
          `${field}=${value}`,
        );
      }
    }
  }
});

test('specId takes an id in either case, or a name, and is 404 for anything else', async ({ service }) => {
  const send = (specId: string) => post(service, VALIDATE, formOf({ specId, file: csvFile(ORDERS_CSV) }));
  for (const specId of [GIT, GIT.toUpperCase(), 'orders']) assert.is((await send(specId)).status, 200, specId);
  for (const specId of ['x', `${GIT} `, `{${GIT}}`, '../specs', GIT.slice(1), '__proto__'])
    assert.is((await problemOf(await send(specId), 404, 'spec_not_found'))['field'], 'specId', specId);
});

test('400 for unknown and duplicate parts, 404 for an unknown spec', async ({ service }) => {
  const file = csvFile(ORDERS_CSV);
  assert.is(
    (await problemOf(await post(service, TRANSFORM, formOf({ file, ...FIELDS, topic: 'x' })), 400, 'unknown_part'))[
      'field'
    ],
    'topic',
  );
  await problemOf(await post(service, VALIDATE, formOf({ file, ...FIELDS })), 400, 'unknown_part');
  for (const name of ['__proto__', 'constructor', 'toString'])
    await problemOf(await post(service, TRANSFORM, formOf({ file, ...FIELDS, [name]: 'x' })), 400, 'unknown_part');
  const twice = formOf({ file, ...FIELDS });
  twice.append('specId', GIT);
  assert.is((await problemOf(await post(service, TRANSFORM, twice), 400, 'duplicate_part'))['field'], 'specId');
  const files = formOf({ file, ...FIELDS });
  files.append('file', csvFile('b'));
  assert.is((await problemOf(await post(service, TRANSFORM, files), 400, 'duplicate_part'))['field'], 'file');
  for (const form of [
    formOf({ file, specId: '00000000-0000-4000-8000-000000000000' }),
    formOf({ specId: '00000000-0000-4000-8000-000000000000', file }),
  ]) {
    await problemOf(await post(service, VALIDATE, form), 404, 'spec_not_found');
  }
});

test('415 for a body that is not a form, 400 for a form without a boundary', async ({ service }) => {
  for (const type of ['text/csv', 'application/x-www-form-urlencoded', 'multipart/mixed; boundary=XX', '']) {
    await problemOf(
      await service.fetch(VALIDATE, { method: 'POST', body: 'a=b', headers: { 'content-type': type } }),
      415,
      'unsupported_media_type',
    );
  }
  for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; charset=utf-8']) {
    assert.match(
      await send(service, filePart() + specPart + END, { type }),
      /^HTTP\/1\.1 400 [^]*"malformed_form"/,
      type,
    );
  }
});

test('malformed forms are reported, and no request hangs', async ({ service }) => {
  const malformed = {
    empty: '',
    'only the end': END,
    'another boundary': (filePart() + specPart + END).replaceAll('XX', 'YY'),
    'no end': filePart() + specPart,
    'cut off in the file': filePart().slice(0, -9),
    'cut off in a header': '--XX\r\nContent-Disp',
    'no header': `--XX\r\n\r\nx\r\n${END}`,
    'no disposition': `--XX\r\ncontent-type: a/b\r\n\r\nx\r\n${END}`,
    'cut off in the boundary': filePart() + specPart + '--X',
    'a part without a name': `${filePart()}${specPart}--XX\r\ncontent-disposition: form-data\r\n\r\nx\r\n${END}`,
    NULs: '\0'.repeat(5000),
    dashes: '-'.repeat(5000),
    boundaries: '--XX\r\n'.repeat(3000),
    'a header without end': `--XX\r\ncontent-disposition: form-data; name="${'x'.repeat(100_000)}`,
  };
  for (const [what, body] of Object.entries(malformed)) {
    const answer = await send(service, body);
    assert.match(answer, /^HTTP\/1\.1 400 [^]*"(malformed_form|missing_part)"/, `${what}: ${answer}`);
  }
});

test('limits: 413 for fields and files, 400 for too many fields', async ({ service }) => {
  const big = 'x'.repeat(70_000);
  assert.is(
    (await problemOf(await post(service, VALIDATE, formOf({ specId: big, file: csvFile('a') })), 413, 'too_large'))[
      'field'
    ],
    'specId',
  );
  const many = formOf(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`f${i}`, 'x'])));
  await problemOf(await post(service, VALIDATE, many), 400, 'unknown_part');
  const atMost = `id,amount\n${'a,1\n'.repeat((MAX - 10) / 4)}`.padEnd(MAX, '\n');
  assert.is((await post(service, VALIDATE, formOf({ specId: GIT, file: csvFile(atMost) }))).status, 200);
  for (const form of [
    formOf({ specId: GIT, file: csvFile(`${atMost}\n`) }),
    formOf({ file: csvFile(`${atMost}\n`), specId: GIT }),
  ]) {
    assert.is((await problemOf(await post(service, VALIDATE, form), 413, 'too_large'))['field'], 'file');
  }
});

test('413 at once if Content-Length is too large, also while the client is still sending', async ({ service }) => {
  const socket = service.connect();
  const answered = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(bytes.toString())));
  socket.on('error', () => {});
  socket.write(`${head(TRANSFORM)}content-length: 99999999999\r\n\r\n${filePart()}`);
  assert.match(await answered, /^HTTP\/1\.1 413 /);
  socket.destroy();
  const response = await post(service, TRANSFORM, formOf({ ...FIELDS, file: csvFile(new Uint8Array(20_000_000)) }));
  await problemOf(response, 413, 'too_large');
});

test('a large rejected upload is answered, and its connection stays usable', async ({ service }) => {
  const body = specPart.replace(GIT, 'wrong') + filePart('x'.repeat(200_000)) + END;
  const request = `${head(VALIDATE)}content-length: ${body.length}\r\n\r\n${body}`;
  const answers = await service.raw(
    [request, 'GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n'],
    /"live"/,
  );
  assert.match(answers, /^HTTP\/1\.1 404 [^]*"specId"[^]*HTTP\/1\.1 200 OK[^]*"live"/);
});

test('file names are reported as sent, without folders, and never used in a path or a header', async ({ service }) => {
  const names = {
    'ünï “c”.csv': 'ünï “c”.csv',
    '../../etc/passwd': 'passwd',
    'C:\\a\\b.csv': 'b.csv',
    '..': 'file',
    '': 'file',
    'a;b=c.csv': 'a;b=c.csv',
  };
  for (const [sent, expected] of Object.entries(names)) {
    const raw = Buffer.from(filePart(ORDERS_CSV, sent.replaceAll('\\', '\\\\')) + specPart + END).toString('latin1');
    const answer = await send(service, raw);
    const { fileName } = JSON.parse(
      Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1').toString(),
    ) as ProcessingResult;
    assert.is(fileName, expected, sent);
  }
  const injected = await send(service, filePart(ORDERS_CSV, 'a\r\nx-evil: 1\r\n\r\nb') + specPart + END);
  assert.not.match(injected.slice(0, injected.indexOf('\r\n\r\n')), /x-evil/i);
  assert.match(injected, /^HTTP\/1\.1 (200|400) /);
});

test('an upload aborted by the client leaves nothing', async ({ service }) => {
  for (const cut of ['destroy', 'end'] as const) {
    const socket = service.connect();
    socket.on('error', () => {});
    socket.write(`${head(TRANSFORM)}content-length: 200000\r\n\r\n${specPart}${filePart('x'.repeat(50_000))}`);
    await eventually(() => service.spool().length === 1);
    socket[cut]();
    await eventually(() => service.spool().length === 0);
    socket.destroy();
  }
  assert.equal(await (await service.fetch('/runs')).json(), []);
  assert.not.match(service.stderr(), /"level":"error"/);
});

const LINES = `id,amount\n${Array.from({ length: 20_000 }, (_, index) => `k${index},${index % 10 === 0 ? '0.00' : '1.00'}\n`).join('')}`;

test('the result is the same for every order of the parts, whether the file is read during or after the upload', async ({
  service,
}) => {
  const parts = { specId: GIT, skipInvalidRecords: 'true', errorLimit: '7' };
  const dryRun = async (form: FormData): Promise<ProcessingResult> => {
    const response = await post(service, VALIDATE, form);
    assert.is(response.status, 200);
    return { ...((await response.json()) as ProcessingResult), durationMs: 0 };
  };
  const file = csvFile(LINES);
  const expected = await dryRun(formOf({ file, ...parts }));
  assert.equal([expected.totalRecords, expected.skippedRecords, expected.errors.length], [20_000, 2000, 7]);
  const { specId, skipInvalidRecords, errorLimit } = parts;
  for (const form of [
    { ...parts, file },
    { specId, file, skipInvalidRecords, errorLimit },
    { specId, skipInvalidRecords, file, errorLimit },
    { errorLimit, file, specId, skipInvalidRecords },
  ]) {
    assert.equal(await dryRun(formOf(form)), expected, Object.keys(form).join());
  }
  const assumed = { specId, file, skipInvalidRecords: 'false', errorLimit: '1000' };
  assert.equal(await dryRun(formOf(assumed)), await dryRun(formOf({ file, specId })));
});

test('an invalid part after a file that is being read is reported, and nothing is left', async ({ service }) => {
  const file = csvFile(LINES);
  assert.is(
    (
      await problemOf(
        await post(service, VALIDATE, formOf({ specId: GIT, file, errorLimit: '-1' })),
        400,
        'invalid_value',
      )
    )['field'],
    'errorLimit',
  );
  assert.is(
    (
      await problemOf(
        await post(service, VALIDATE, formOf({ specId: GIT, file: csvFile('wrong\na\n'), topic: 'x' })),
        400,
        'unknown_part',
      )
    )['field'],
    'topic',
  );
  await problemOf(
    await post(service, VALIDATE, formOf({ specId: GIT, file: csvFile(LINES.padEnd(MAX + 1, 'x')) })),
    413,
    'too_large',
  );
  assert.match(await send(service, specPart + filePart(LINES).slice(0, -9)), /^HTTP\/1\.1 400 [^]*"malformed_form"/);
});

test('clients that disconnect while their files are read leave nothing, and others are served', async ({ service }) => {
  const sockets = Array.from({ length: 20 }, () => service.connect());
  for (const socket of sockets) {
    socket.on('error', () => {});
    socket.write(`${head(VALIDATE)}content-length: 290000\r\n\r\n${specPart}${filePart(LINES).slice(0, 150_000)}`);
  }
  await eventually(() => service.spool().length === sockets.length);
  assert.is((await post(service, VALIDATE, formOf({ specId: GIT, file: csvFile(LINES) }))).status, 200);
  for (const [index, socket] of sockets.entries()) index % 2 === 0 ? socket.destroy() : socket.end();
  await eventually(() => service.spool().length === 0);
  for (const socket of sockets) socket.destroy();
  assert.is((await post(service, VALIDATE, formOf({ specId: GIT, file: csvFile(LINES) }))).status, 200);
  assert.not.match(service.stderr(), /"level":"error"/);
});

test('a slow upload is accepted', async ({ service }) => {
  const body = specPart + filePart() + END;
  const socket = service.connect();
  let answer = '';
  socket.on('data', (bytes) => (answer += bytes.toString()));
  socket.write(`${head(VALIDATE)}content-length: ${body.length}\r\n\r\n`);
  for (const piece of body.match(/[^]{1,40}/g) ?? []) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  await eventually(() => answer.startsWith('HTTP/1.1 200 '));
  socket.destroy();
});

test('member and members choose the file of an archive', async ({ service }) => {
  const files = [
    { name: 'jan.csv', content: Buffer.from(ORDERS_CSV) },
    { name: 'old/feb.csv', content: Buffer.from(ORDERS_CSV) },
  ];
  const sha256 = createHash('sha256').update(ORDERS_CSV).digest('hex');
  for (const archive of [createZip(files), createTar(files), gzipSync(createTar(files))]) {
    const post = (path: string, fields: Record<string, string>) =>
      service.fetch(path, { method: 'POST', body: formOf({ ...fields, file: csvFile(archive, 'x.zip') }) });
    for (const choice of [{ member: 'jan.csv' }, { members: '*.csv' }] as Record<string, string>[]) {
      const plain: ProcessingResult = await (await post(VALIDATE, { specId: GIT, ...choice })).json();
      assert.equal([plain.fileName, plain.fileSha256, plain.status], ['x.zip/jan.csv', sha256, 'PARTIAL_SUCCESS']);
      const topic = `members-${archive.length}-${Object.keys(choice)[0]}`;
      const run: ProcessingResult = await (await post(TRANSFORM, { ...FIELDS, brokerTopic: topic, ...choice })).json();
      assert.equal([run.fileName, run.fileSha256, run.totalRecords], ['x.zip/jan.csv', sha256, plain.totalRecords]);
      // The file of a run is kept for a retry.
      assert.is((await service.fetch(`/runs/${run.runId}`, { method: 'DELETE' })).status, 204);
    }
    const refuse = async (choice: Record<string, string>, status: number, code: string, field: string) =>
      assert.is((await problemOf(await post(VALIDATE, { specId: GIT, ...choice }), status, code))['field'], field);
    await refuse({ members: '**' }, 400, 'invalid_value', 'members');
    await refuse({ members: '{a' }, 400, 'invalid_value', 'members');
    await refuse({ members: 'a', member: 'a' }, 400, 'invalid_value', 'members');
    await refuse({ member: '*.csv' }, 422, 'invalid_archive', 'member');
  }
});

test.run();
