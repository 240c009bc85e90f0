/** W3C Trace Context: what a request passes on, and its span with and without an OpenTelemetry SDK. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  context as contexts,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fetchJson } from '../../runtime/state/access/jwt/fetch-json.ts';
import { createHostGuard } from '../../runtime/connector/host-guard.ts';
import { createHttpClient } from '../../runtime/connector/http/http-client.ts';
import { readText } from '../../runtime/connector/http/response-body.ts';
import { type JobRunner, startJob, type RunnerParts } from '../../runtime/jobs/job-runner.ts';
import { createJsonLog } from '../../runtime/base/log/json-log.ts';
import { traceHeaders, withTrace } from '../../runtime/base/log/trace-context.ts';
import { createMessageHeaders, headersOf } from '../../runtime/base/model/message-headers.ts';
import { createRouter } from '../../runtime/server/api/router.ts';
import type { Route } from '../../runtime/server/api/route.ts';
import { routes } from '../../runtime/server/app.ts';
import type { Services } from '../../runtime/server/http/services.ts';
import { createSpoolQuota } from '../../runtime/server/http/spool-quota.ts';
import { noAudit, openToAll } from './open-to-all.ts';
import { newRun } from './data-folder.ts';

const TRACE = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const test = suite<{ server: Server; url: string; received: IncomingHttpHeaders[] }>('traces');

test.before(async (context) => {
  context.received = [];
  context.server = createServer((request, response) => {
    context.received.push(request.headers);
    response.end('{}');
  });
  await new Promise<void>((resolve) => context.server.listen(0, '127.0.0.1', resolve));
  context.url = `http://127.0.0.1:${(context.server.address() as AddressInfo).port}/`;
});
test.before.each(({ received }) => void (received.length = 0));
test.after(({ server }) => {
  server.closeAllConnections();
  server.close();
});
test.after.each(() => {
  trace.disable();
  propagation.disable();
});

test('requests to other systems have the traceparent of their caller, and no other one', async ({ url, received }) => {
  const client = createHttpClient({ guard: createHostGuard(['127.0.0.1']) });
  const send = async () => {
    await readText(await client.request({ url }));
    await fetchJson(new URL(url));
  };
  await withTrace(TRACE, send);
  await send();
  // What continues after the request does not belong to its trace.
  await withTrace(TRACE, () => withTrace(undefined, send));
  client.close();
  assert.equal(
    received.map(({ traceparent }) => traceparent),
    [TRACE, TRACE, undefined, undefined, undefined, undefined],
  );
});

/** Answers a request to the first route with the headers that its handler would send to others. */
async function passedOn(headers: Record<string, string>): Promise<unknown> {
  const handle = async () => Response.json(await Promise.resolve().then(traceHeaders));
  const route: Route = { ...(routes.find(({ path }) => path === '/health/live') as Route), handle };
  const services = {
    access: openToAll,
    audit: noAudit,
    log: createJsonLog(() => {}),
    metrics: { countRequest() {} },
    isStopping: () => false,
    spoolQuota: createSpoolQuota(null, async () => 0),
  } as unknown as Services;
  return (await createRouter([route], services).request('http://localhost/health/live', { headers })).json();
}

test('a handler passes on a valid traceparent only', async () => {
  assert.equal(await passedOn({ traceparent: TRACE }), { traceparent: TRACE });
  for (const traceparent of ['', 'x', TRACE.toUpperCase(), `${TRACE},${TRACE}`, TRACE.replace('00-', 'ff-')])
    assert.equal(await passedOn({ traceparent }), {}, traceparent);
});

test('a job does not continue the trace of the request that has started it', async () => {
  let seen: unknown = null;
  let runner: JobRunner | null = null;
  await new Promise<void>((resolve) => {
    // Without its other services, the job reports a fault at once.
    const error = (): void => {
      seen = traceHeaders();
      resolve();
    };
    const parts = { job: { definition: { name: 'j' } }, services: { log: { error }, now: Date.now } };
    runner = withTrace(TRACE, () => startJob(parts as unknown as RunnerParts));
  });
  await (runner as JobRunner | null)?.stop();
  assert.equal(seen, {});
});

test('the messages of a run have its traceparent as a header', () => {
  const { spec } = newRun('r');
  assert.is(headersOf(createMessageHeaders(spec, 'ab'.repeat(32), { traceparent: TRACE }), 1)['traceparent'], TRACE);
  assert.not('traceparent' in headersOf(createMessageHeaders(spec, 'ab'.repeat(32)), 1));
});

test('without an OpenTelemetry SDK, a request is answered, and nothing is recorded', async () => {
  assert.not(trace.getTracer('specmill').startSpan('a').isRecording());
  assert.equal(await passedOn({ traceparent: TRACE }), { traceparent: TRACE });
});

test('with an SDK, each request is a span of its caller, with route, method and status', async () => {
  const spans: { name: string; options: SpanOptions; parent: unknown; status: unknown; ended: number }[] = [];
  const KEY = Symbol('parent');
  const tracer: Pick<Tracer, 'startSpan'> = {
    startSpan(name, options = {}, parent = ROOT_CONTEXT) {
      const span = { name, options, parent: parent.getValue(KEY), status: null as unknown, ended: 0 };
      spans.push(span);
      const recorded: Partial<Span> = {
        setAttribute: (key, value) => {
          if (key === 'http.response.status_code') span.status = value;
          return recorded as Span;
        },
        end: () => void span.ended++,
      };
      return recorded as Span;
    },
  };
  trace.setGlobalTracerProvider({ getTracer: () => tracer as Tracer });
  propagation.setGlobalPropagator({
    inject() {},
    extract: (parent, carrier, getter) => parent.setValue(KEY, getter.get(carrier, 'traceparent')),
    fields: () => ['traceparent'],
  });
  await passedOn({ traceparent: TRACE });
  assert.is(contexts.active(), ROOT_CONTEXT);
  assert.equal(
    spans.map(({ name, options, parent, status, ended }) => [name, options.attributes, parent, status, ended]),
    [['GET /health/live', { 'http.request.method': 'GET', 'http.route': '/health/live' }, TRACE, 200, 1]],
  );
});

test.run();
