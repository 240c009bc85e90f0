import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import type { RequestListener, Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { type AddressInfo, createServer, isIPv6 } from 'node:net';
import { listen as listhen } from 'listhen';
import { reasonOf } from '../../base/files/error-reason.ts';
import type { Log } from '../../base/log/json-log.ts';
import type { TlsFiles } from '../../state/settings/access.ts';
import { type ConnectionLimits, limitConnections } from './connection-limits.ts';
import { isLoopback } from './guard.ts';
import { createTlsServer } from './listen-tls.ts';

/** An HTTP server that listens on a port. */
export interface ServerHandle {
  /** For example `http://127.0.0.1:3000`. If port 0 was requested, it contains the actual port. */
  url: string;
  /** Accepts no more connections, and closes the idle ones. Resolves when the last connection has closed. */
  close(): Promise<void>;
  /** Closes all remaining connections at once. */
  closeAll(): void;
}

/** The service cannot listen on its address and port. The message says why, in words for the user. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

const NO_RANGE: [number, number] = [1, 0];

/** Where to listen, and with which connections. */
export interface ListenOptions {
  address: string;
  /** 0 means any free port. */
  port: number;
  /** Null without TLS. */
  tls: TlsFiles | null;
  limits: ConnectionLimits;
  log: Log;
}

/**
 * Starts an HTTP or HTTPS server on an IP address and a port. Throws CannotListen, also if the files of TLS cannot be
 * used.
 */
export async function listen(
  handler: RequestListener,
  { address, port, tls, limits, log }: ListenOptions,
): Promise<ServerHandle> {
  const server =
    tls === null
      ? await listenOn(handler, address, port)
      : await listenWithTls(await openTls(handler, tls, log), address, port);
  limitConnections(server, limits);
  return {
    // The cast is safe: a server that listens on a TCP port has an AddressInfo.
    url: `${tls === null ? 'http' : 'https'}://${isIPv6(address) ? `[${address}]` : address}:${(server.address() as AddressInfo).port}`,
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
      // With `isTest`, listhen prints nothing, opens no browser and installs no signal handlers.
      isTest: true,
      showURL: false,
      autoClose: false,
      port: { port, random: port === 0, ports: [], alternativePortRange: NO_RANGE },
    });
    // The cast is safe: without `https`, listhen creates a server of node:http.
    return server as Server;
  } catch (error) {
    throw new CannotListen(`cannot listen on ${address}, port ${port}: ${await findReason(address, port)}`, {
      cause: error,
    });
  }
}

async function openTls(handler: RequestListener, tls: TlsFiles, log: Log): Promise<TlsServer> {
  try {
    return await createTlsServer(handler, tls, log);
  } catch (error) {
    throw new CannotListen(`cannot use the files of --tls-cert, --tls-key and --tls-client-ca: ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

// listhen cannot require client certificates.
async function listenWithTls(server: TlsServer, address: string, port: number): Promise<TlsServer> {
  try {
    server.listen(port, address);
    await once(server, 'listening');
    return server;
  } catch (error) {
    server.close();
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

// listhen reports every failure as "no port available". A second attempt with node:net shows the actual reason.
function findReason(address: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(reasons[error.code ?? ''] ?? error.message));
    server.listen(port, address, () => server.close(() => resolve('browsers block this port: use another one')));
  });
}

/** Returns the IP address of a host name or address. Throws CannotListen if the name cannot be resolved. */
export async function findAddress(host: string): Promise<string> {
  try {
    const { address } = await lookup(host.replace(/^\[(.*)\]$/, '$1'));
    return address;
  } catch (error) {
    throw new CannotListen(`cannot listen on "${host}": the host name cannot be resolved`, { cause: error });
  }
}
