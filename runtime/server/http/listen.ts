import { lookup } from 'node:dns/promises';
import type { RequestListener, Server } from 'node:http';
import { type AddressInfo, createServer, isIPv6 } from 'node:net';
import { listen as listhen } from 'listhen';
import { isLoopback } from './guard.ts';

/** A service that listens. */
export interface Listening {
  /** As in `http://127.0.0.1:3000`, with the port that was found for 0. */
  url: string;
  /** No connection is taken any more; resolves when the last one has ended. Idle ones end at once. */
  close(): Promise<void>;
  /** Ends the connections that are left. */
  closeAll(): void;
}

/** Nothing can listen there; the message is a sentence. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

/** How long a client may take for its headers, and how long a connection may idle, in milliseconds. */
const HEADERS_MS = 60_000;
const IDLE_MS = 65_000;
const NO_RANGE: [number, number] = [1, 0];

/** Listens on an address and a port (0: any free one). Throws CannotListen. */
export async function listen(
  handler: RequestListener,
  { address, port }: { address: string; port: number },
): Promise<Listening> {
  const server = await listenOn(handler, address, port);
  // A body may take as long as 10 GiB take.
  server.requestTimeout = 0;
  server.headersTimeout = HEADERS_MS;
  server.keepAliveTimeout = IDLE_MS;
  return {
    // A server that listens on a port has such an address.
    url: `http://${isIPv6(address) ? `[${address}]` : address}:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
    closeAll: () => server.closeAllConnections(),
  };
}

async function listenOn(handler: RequestListener, address: string, port: number): Promise<Server> {
  try {
    const { server } = await listhen(handler, {
      hostname: address,
      public: !isLoopback(address),
      isProd: true,
      // As in a test listhen prints and opens nothing; and it leaves the signals to us.
      isTest: true,
      showURL: false,
      autoClose: false,
      port: { port, random: port === 0, ports: [], alternativePortRange: NO_RANGE },
    });
    // Without `https` it is a server of node:http.
    return server as Server;
  } catch (error) {
    throw new CannotListen(`cannot listen on ${address}, port ${port}: ${await findReason(address, port)}`, {
      cause: error,
    });
  }
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'this machine does not have the address',
};

// listhen says of every failure that no port is available: a try tells which it was.
function findReason(address: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(reasons[error.code ?? ''] ?? error.message));
    server.listen(port, address, () => server.close(() => resolve('browsers block this port: use another one')));
  });
}

/** The address that a name stands for. Throws CannotListen. */
export async function findAddress(host: string): Promise<string> {
  try {
    const { address } = await lookup(host.replace(/^\[(.*)\]$/, '$1'));
    return address;
  } catch (error) {
    throw new CannotListen(`cannot listen on "${host}": the host name cannot be resolved`, { cause: error });
  }
}
