import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { formatPretty, createServiceLog, withMembers } from '../../runtime/base/log/service-log.ts';
import { readContext } from '../../runtime/server/http/request-context.ts';

function collect(options: { format?: 'json' | 'pretty'; level?: 'debug' | 'info' | 'warn' | 'error' } = {}) {
  const lines: string[] = [];
  const log = createServiceLog({ format: 'json', level: 'info', ...options, write: (line) => lines.push(line) });
  return { log, lines };
}

test('a line has time, level, event and the details', () => {
  const { log, lines } = collect();
  log.warn('run_paused', { runId: 'r', code: 'c' });
  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
  assert.equal({ ...line, time: 't' }, { time: 't', level: 'warn', event: 'run_paused', runId: 'r', code: 'c' });
  assert.match(String(line['time']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test('lines below the level are not written', () => {
  for (const [level, count] of [
    ['debug', 4],
    ['info', 3],
    ['warn', 2],
    ['error', 1],
  ] as const) {
    const { log, lines } = collect({ level });
    for (const write of [log.debug, log.info, log.warn, log.error]) write('e');
    assert.is(lines.length, count, level);
  }
});

test('secrets are redacted at any depth, by the end of their names', () => {
  const { log, lines } = collect();
  const inside = { password: 'hunter2', client_secret: 'hunter2', name: 'n', tokens: 3, credentialId: 'c' };
  log.error('e', {
    Authorization: 'Bearer hunter2',
    credential: { ...inside, config: [{ deeper: { 'api-key': 'hunter2', secretAccessKey: ['hunter2'] } }] },
    error: { cause: { request: { headers: { authorization: 'hunter2', 'set-cookie': ['hunter2'] } } } },
    view: { toJSON: () => ({ token: 'hunter2' }) },
  });
  assert.not.match(lines.join(''), /hunter2/);
  assert.match(lines.join(''), /"name":"n","tokens":3,"credentialId":"c"/);
});

test('details that contain themselves, or very many members, end', () => {
  const { log, lines } = collect();
  const self: Record<string, unknown> = { secret: 'hunter2', at: new Date(0), count: 5n };
  self['self'] = self;
  self['pair'] = [self, self, self];
  log.error('e', { self });
  assert.ok((lines[0] ?? '').length < 200_000, `${lines[0]?.length}`);
  assert.not.match(lines[0] ?? '', /hunter2/);
  assert.match(lines[0] ?? '', /"at":"1970-01-01T00:00:00.000Z","count":"5".*\[omitted\]/);
});

test('no value of a detail begins a line, in either format', () => {
  for (const format of ['json', 'pretty'] as const) {
    const { log, lines } = collect({ format });
    log.info('e', { value: 'a\n{"level":"error"}\r\u2028\u001b[31m' });
    assert.is(lines.length, 1);
    assert.is(lines[0]?.trimEnd().split(/[\n\r\u001b]/).length, 1, format);
  }
});

test('the pretty format is for a person', () => {
  const line = '{"level":"info","time":"2026-01-02T03:04:05.678Z","specs":2,"path":"/a b","event":"specs_loaded"}';
  assert.is(formatPretty(line), '03:04:05.678 INFO  specs_loaded specs=2 path="/a b"\n');
});

test('members are added to each line', () => {
  const { log, lines } = collect();
  withMembers(log, { requestId: 'q' }).info('e', { more: 1 });
  assert.match(lines[0] ?? '', /"requestId":"q","more":1/);
});

test('the context of a request is read from valid headers only', () => {
  const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const read = (headers: Record<string, string>) => readContext(new Headers(headers));
  assert.equal(read({ 'x-request-id': 'a-1', traceparent: trace }), { requestId: 'a-1', traceparent: trace });
  for (const traceparent of [
    '',
    'x',
    `${trace}-`,
    trace.toUpperCase(),
    trace.replace(/4bf9\w+/, '0'.repeat(32)),
    `ff${trace.slice(2)}`,
  ])
    assert.is(read({ traceparent }).traceparent, undefined, traceparent);
  for (const id of ['', 'a b', 'x'.repeat(65), '"}'])
    assert.match(read({ 'x-request-id': id }).requestId, /^[0-9a-f-]{36}$/);
});

test.run();
