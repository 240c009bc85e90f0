import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { createHttpClient } from '../../../runtime/connector/http/http-client.ts';
import { createAlerts } from '../../../runtime/jobs/alerts/alerts.ts';
import { createWebhook } from '../../../runtime/jobs/alerts/webhook.ts';
import type { Job } from '../../../runtime/jobs/definition/job.ts';
import { NO_METER } from '../../../runtime/base/log/meter.ts';
import { readAlertSettings } from '../../../runtime/state/settings/alerts.ts';
import { openTestStore } from '../../support/test-store.ts';
import { rejectionOf, SILENT } from '../data-folder.ts';
import { eventually } from '../service.ts';

const test = suite('alerts');

const SECRET = Buffer.alloc(32, 7);
// Only these members of a job are used.
const JOB = { id: 'j', definition: { name: 'claims' } } as Job;
const ALERT = { kind: 'run_failed', job: JOB, message: 'It has failed.', code: 'x', file: 'a.csv' } as const;

interface Received {
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A receiver that answers with these statuses, one after the other, and then with 204. */
async function startReceiver(statuses: number[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = createHttpClient({ guard: createHostGuard(['127.0.0.1']) });
  return {
    received,
    webhook: createWebhook({ url: `http://127.0.0.1:${port}/alerts`, secret: SECRET, client }),
    close() {
      client.close();
      server.close();
    },
  };
}

test('an alert is posted with the headers and the signature of Standard Webhooks', async () => {
  const { received, webhook, close } = await startReceiver([]);
  await webhook.send({ id: 'msg_1', payload: '{"a":1}' }, new AbortController().signal);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  assert.is(headers['webhook-id'], 'msg_1');
  assert.ok(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000) < 60);
  assert.is(headers['webhook-signature'], `v1,${createHmac('sha256', SECRET).update(signed).digest('base64')}`);
  assert.is(body, '{"a":1}');
  close();
});

test('a receiver that does not answer with 2xx has not received the alert', async () => {
  const { webhook, close } = await startReceiver([500, 302]);
  for (const status of [500, 302]) {
    const error = await rejectionOf(webhook.send({ id: 'msg_1', payload: '{}' }, new AbortController().signal));
    assert.match(error.message, new RegExp(`status ${status}`));
  }
  close();
});

test('an address that the guard refuses is never contacted', async () => {
  const client = createHttpClient({ guard: createHostGuard([]) });
  const webhook = createWebhook({ url: 'http://169.254.169.254/', secret: SECRET, client });
  const error = await rejectionOf(webhook.send({ id: 'msg_1', payload: '{}' }, new AbortController().signal));
  assert.is((error as { code?: string }).code, 'address_refused');
  client.close();
});

test('an alert that was stored before a crash is sent by the next process, and only once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-alerts-'));
  const failing = { send: () => Promise.reject(new Error('away')) };
  const first = await openTestStore(folder);
  const before = createAlerts({ store: first.jobs.alerts, receiver: failing, log: SILENT, meter: NO_METER });
  const stored = before.raise(ALERT);
  await first.jobs.alerts.add(stored);
  await before.close();
  await first.close();

  const second = await openTestStore(folder);
  const sent: { id: string; payload: string }[] = [];
  const receiver = { send: async (alert: { id: string; payload: string }) => void sent.push(alert) };
  // The first process may have postponed the alert.
  await second.jobs.alerts.postpone(stored?.id ?? '', 0);
  const after = createAlerts({ store: second.jobs.alerts, receiver, log: SILENT, meter: NO_METER });
  await eventually(async () => (await second.jobs.alerts.nextAt()) === null);
  assert.equal(
    sent.map(({ id }) => id),
    [stored?.id],
  );
  const { type, data } = JSON.parse(sent[0]?.payload ?? '') as { type: string; data: Record<string, unknown> };
  assert.equal([type, data], ['specmill.run_failed', { job: 'claims', jobId: 'j', ...withoutJob(ALERT) }]);
  await after.close();
  await second.close();
  rmSync(folder, { recursive: true });
});

test('an alert that fails waits longer each time, and remains stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'specmill-alerts-'));
  const store = await openTestStore(folder);
  const { alerts } = store.jobs;
  await alerts.add({ id: 'msg_1', kind: 'run_failed', payload: '{}' });
  const sender = createAlerts({
    store: alerts,
    receiver: { send: () => Promise.reject(new Error('away')) },
    log: SILENT,
    meter: NO_METER,
  });
  await eventually(async () => ((await alerts.nextAt()) ?? 0) > Date.now() + 3000);
  await sender.close();
  assert.equal(
    (await alerts.waiting(Date.now() + 10_000)).map(({ id, attempts }) => [id, attempts]),
    [['msg_1', 1]],
  );
  await store.close();
  rmSync(folder, { recursive: true });
});

test('without a receiver, alerts are counted and logged, and not stored', async () => {
  const events: string[] = [];
  const counted: unknown[] = [];
  const meter = { ...NO_METER, count: (...call: unknown[]) => void counted.push(call) };
  const log = { ...SILENT, warn: (event: string) => void events.push(event) };
  const folder = mkdtempSync(join(tmpdir(), 'specmill-alerts-'));
  const store = await openTestStore(folder);
  const alerts = createAlerts({ store: store.jobs.alerts, receiver: null, log, meter });
  assert.is(alerts.raise(ALERT), null);
  assert.equal(events, ['alert']);
  assert.equal(counted, [['job_alerts_total', { job: 'claims', kind: 'run_failed' }]]);
  await alerts.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

test('--alert-url requires a secret of 24 to 64 bytes, and no message contains it', async () => {
  const valid = `whsec_${SECRET.toString('base64')}`;
  assert.is(readAlertSettings(null, {}), null);
  assert.equal(readAlertSettings('http://a/', { SPECMILL_ALERT_SECRET: valid })?.secret, SECRET);
  for (const wrong of [undefined, '', 'm4rk3r', SECRET.toString('base64'), 'whsec_AAAA', `whsec_${'A'.repeat(400)}`]) {
    const read = () => readAlertSettings('http://a/', { SPECMILL_ALERT_SECRET: wrong });
    assert.throws(read, (error: Error) => /requires a secret/.test(error.message) && !/m4rk3r/.test(error.message));
  }
});

function withoutJob({ kind: _, job: __, ...details }: typeof ALERT): object {
  return details;
}

test.run();
