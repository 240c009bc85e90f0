import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, type Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Connector } from '../../../runtime/connector/connector.ts';
import type { ConnectorFailure } from '../../../runtime/connector/failure.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { createRestApiConnector, type RestApiConfig } from '../../../runtime/connector/rest-api/rest-api.ts';
import type { OpenedCredential } from '../../../runtime/state/vault/vault.ts';

/** The servers and the connectors of a test. */
export interface Context {
  servers: Server[];
  connectors: Connector[];
}

/** Creates a suite whose servers and connectors are closed after each test. */
export function createRestSuite(title: string): Test<Context> {
  const test = suite<Context>(title);
  test.before.each((context) => {
    context.servers = [];
    context.connectors = [];
  });
  test.after.each(async ({ servers, connectors }) => {
    for (const connector of connectors) await connector.close();
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });
  return test;
}

/** Starts a server on an address of loopback, and returns its URL. */
export async function serve({ servers }: Context, listener: RequestListener, address = '127.0.0.1'): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return `http://${address}:${(server.address() as AddressInfo).port}`;
}

/** Another config or credential. */
export interface Options extends Partial<RestApiConfig> {
  readonly credential?: Omit<OpenedCredential, 'id' | 'version'> & { version?: number };
}

/** Creates a connector that may reach 127.0.0.1 only. */
export function connect({ connectors }: Context, baseUrl: string, { credential, ...config }: Options = {}): Connector {
  const connector = createRestApiConnector({
    config: { baseUrl, headers: {}, files: { list: '', pointer: '', name: 'name' }, timeoutMs: 5_000, ...config },
    credentialType: credential?.type ?? null,
    openCredential: async () => ({ id: 'c', version: 1, type: '', metadata: {}, secret: {}, ...credential }),
    guard: createHostGuard(['127.0.0.1']),
  });
  connectors.push(connector);
  return connector;
}

/** Returns the failure that `work` throws. */
export async function failureOf(work: Promise<unknown>): Promise<ConnectorFailure> {
  return work.then(
    () => assert.unreachable('it succeeded') as never,
    (error: ConnectorFailure) => error,
  );
}

/** Answers with a content, as a server with everything that a download needs. */
export function answer(
  content: string,
  etag: string | null = '"1"',
  headers: Record<string, string> = {},
): RequestListener {
  return (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const part = Buffer.from(content).subarray(from);
    const range = from === 0 ? {} : { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` };
    const length = { 'content-length': String(part.length) };
    response.writeHead(from === 0 ? 200 : 206, { ...length, ...range, ...(etag === null ? {} : { etag }), ...headers });
    response.end(request.method === 'HEAD' ? '' : part);
  };
}
