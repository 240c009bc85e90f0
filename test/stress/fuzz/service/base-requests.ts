import { gzipSync } from 'node:zlib';
import type { OpenApiDocument } from '../../../../runtime/server/openapi/document.ts';
import { exampleRequestsOf, operationsOf } from '../../../runtime/api/example-requests.ts';
import { ORDERS, ORDERS_CSV, ORDERS_YAML } from '../../../runtime/service.ts';
import { BOUNDARY, createPart, type Part, type WireRequest } from './wire-request.ts';

const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const YAML = { 'content-type': 'application/yaml' };
const JSON_BODY = { 'content-type': 'application/json' };

/** The requests from which others are made. */
export interface BaseRequests {
  /** All examples of the API's description. */
  described: readonly [WireRequest, ...WireRequest[]];
  /** Requests that reach what the examples do not. */
  byHand: readonly [WireRequest, ...WireRequest[]];
}

/** Creates the requests from which others are made. `folder` is a folder that integrations may read. */
export async function createBaseRequests(document: OpenApiDocument, folder: string): Promise<BaseRequests> {
  const described: WireRequest[] = [];
  for (const operation of operationsOf(document).values())
    for (const { method, path, headers, body } of exampleRequestsOf(operation, (value) => value))
      described.push({
        method,
        // No request of this test leaves the machine.
        target: path.replaceAll('.example', '.invalid'),
        headers: Object.entries(body instanceof FormData ? { ...headers, ...FORM } : headers),
        body:
          body instanceof FormData
            ? await partsOf(body)
            : Buffer.from(String(body ?? '').replaceAll('.example', '.invalid')),
      });
  // The casts are safe: both lists have elements.
  return {
    described: described as [WireRequest, ...WireRequest[]],
    byHand: writtenByHand(folder) as [WireRequest, ...WireRequest[]],
  };
}

async function partsOf(form: FormData): Promise<Part[]> {
  return Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string'
        ? createPart(name, value)
        : createPart(name, new Uint8Array(await value.arrayBuffer()), value.name),
    ),
  );
}

function writtenByHand(folder: string): WireRequest[] {
  const request = (
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | readonly Part[] = '',
  ) => ({
    method,
    target: `/api/v1${path}`,
    headers: Object.entries(headers),
    body: typeof body === 'string' ? Buffer.from(body) : body,
  });
  const send = (path: string, ...parts: readonly Part[]) => request('POST', path, FORM, parts);
  const topic = createPart('brokerTopic', 'fuzz');
  const orders = createPart('specId', 'orders');
  const file = createPart('file', ORDERS_CSV, 'orders.csv');
  const integration = { name: 'fuzz', type: 'LOCAL_FS', config: { root: folder } };
  const job = {
    name: 'fuzz',
    source: { integration: 'fuzz', path: '/', pattern: '*.csv' },
    spec: 'orders',
    schedule: { every: '1s' },
    to: { topic: 'fuzz-job' },
  };
  return [
    send('/transform/file-to-events', orders, topic, createPart('skipInvalidRecords', 'true'), file),
    send('/transform/file-to-events', file, orders, topic, createPart('deadLetterTopic', 'fuzz-dead')),
    send('/transform/validate', orders, createPart('file', gzipSync(ORDERS_CSV), 'orders.csv.gz')),
    send('/transform/validate', createPart('spec', ORDERS_YAML), file),
    send('/transform/validate', createPart('specId', 'claims'), createPart('file', XML, 'claims.xml')),
    request('POST', '/specs', YAML, ORDERS_YAML.replace('name: orders', 'name: fuzz-yaml')),
    request('POST', '/specs', YAML, 'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nname: *c\n'),
    request('POST', '/specs', JSON_BODY, JSON.stringify({ ...ORDERS, name: 'fuzz' })),
    request('POST', '/specs', YAML, XML_SPEC.replace('name: claims', 'name: fuzz-xml')),
    request('PUT', '/specs/fuzz', JSON_BODY, JSON.stringify({ ...ORDERS, name: 'fuzz', description: 'changed' })),
    request('DELETE', '/specs/fuzz', {}),
    request('POST', '/integrations', JSON_BODY, JSON.stringify(integration)),
    request('POST', '/jobs', JSON_BODY, JSON.stringify(job)),
  ];
}

/** A spec of XML, which the service of the test has as `claims`. */
export const XML_SPEC = `name: claims
format: XML
recordPath: /claims/claim
fields:
  - { name: id, type: STRING, required: true, columnName: "@id" }
  - { name: paidOn, type: DATE, columnName: paidOn }
validationRules:
  - { ruleId: form, field: id, ruleType: REGEX, value: "[A-Z]+[0-9]*" }
`;

const XML = '<?xml version="1.0"?><claims><claim id="A1"><paidOn>2026-01-31</paidOn></claim><claim id="b"/></claims>';
