import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { problemText } from './problem.ts';

/** The limits of connections. A time of 0 means no limit. */
export interface ConnectionLimits {
  /** How long a client may take to send the headers of a request, in milliseconds. */
  headerMs: number;
  /** How long a client may neither send nor receive a byte that the service waits for, in milliseconds. */
  idleMs: number;
  /** How long a client may take to send a whole request, in milliseconds. */
  requestMs: number;
  maxConnections: number;
  maxConnectionsPerAddress: number;
}

/** The times that readBody() applies to the body of a request. */
export type BodyTimes = Pick<ConnectionLimits, 'idleMs' | 'requestMs'>;

/** A request of a server with limits. */
export interface LimitedRequest extends IncomingMessage {
  bodyTimes?: BodyTimes;
  /** Whether the connection of the request is over a limit and has been closed. No handler may handle it. */
  isRefused?: boolean;
}

/**
 * Applies limits to a server that does not listen yet, or has no connections. A connection over a limit is closed, unless
 * its first request is for health. A client that does not send its headers in time receives 408. A connection whose client does not read its
 * response is closed.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const { headerMs, idleMs, requestMs } = limits;
  server.maxConnections = limits.maxConnections + RESERVED;
  // Node.js applies these two only now and then. They concern the requests that no timer below covers: later requests
  // of a connection, and bodies that no handler reads.
  server.headersTimeout = headerMs;
  server.requestTimeout = requestMs;
  server.keepAliveTimeout = idleMs;
  limitNumber(server, limits);
  if (headerMs > 0) limitHeaders(server, headerMs);
  if (idleMs > 0) {
    closeIdleConnections(server, limits);
    closeUnreadResponses(server, idleMs);
  }
  endAnsweredRequests(server);
  server.prependListener('request', (request: LimitedRequest) => {
    request.bodyTimes = { idleMs, requestMs };
  });
}

/** Connections over the limits that may ask for health: otherwise, a client with many connections hides whether the service works. */
const RESERVED = 8;
/** How long such a connection may take to send its request, in milliseconds. */
const RESERVED_MS = 1000;

function limitNumber(
  server: Server,
  { maxConnections, maxConnectionsPerAddress }: Pick<ConnectionLimits, 'maxConnections' | 'maxConnectionsPerAddress'>,
): void {
  const connections = new Map<string, number>();
  const reserved = new Map<string, Socket>();
  let all = 0;

  function reserve(socket: Socket): void {
    const name = nameOf(socket);
    // The oldest one makes room, so that clients who send nothing do not occupy the places.
    const [oldest] = reserved.values();
    if (reserved.size >= RESERVED) oldest?.destroy();
    reserved.set(name, socket);
    const timer = setTimeout(() => socket.destroy(), RESERVED_MS).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      if (reserved.get(name) === socket) reserved.delete(name);
    });
  }

  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const open = connections.get(address) ?? 0;
    if (all >= maxConnections || open >= maxConnectionsPerAddress) return reserve(socket);
    all++;
    connections.set(address, open + 1);
    socket.once('close', () => {
      all--;
      const left = (connections.get(address) ?? 1) - 1;
      if (left === 0) connections.delete(address);
      else connections.set(address, left);
    });
  });
  server.prependListener('request', (request: LimitedRequest, response: ServerResponse) => {
    if (!reserved.has(nameOf(request.socket))) return;
    request.isRefused = !/^\/health(?:\/|$)/.test(request.url ?? '');
    if (request.isRefused) request.socket.destroy();
    else response.setHeader('connection', 'close');
  });
}

/** Identifies a connection. Over TLS, its requests have another socket object than the server's event. */
function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** Rejects a client whose first headers do not arrive in time. Over TLS, the time begins after the handshake. */
function limitHeaders(server: Server, headerMs: number): void {
  const timers = new WeakMap<Socket, NodeJS.Timeout>();
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    const timer = setTimeout(() => rejectSlowHeaders(socket), headerMs).unref();
    timers.set(socket, timer);
    socket.once('close', () => clearTimeout(timer));
  });
  server.prependListener('request', ({ socket }: IncomingMessage) => clearTimeout(timers.get(socket)));
}

function rejectSlowHeaders(socket: Socket): void {
  const body = problemText('request_timeout', 'the headers of the request did not arrive in time');
  socket.end(
    `HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    () => socket.destroy(),
  );
}

/**
 * Closes a connection without a request on which nothing has moved for `idleMs`. The first headers have their own limit,
 * and so does a response that the client does not read.
 */
function closeIdleConnections(server: Server, { idleMs, headerMs }: ConnectionLimits): void {
  const responses = new WeakMap<Socket, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => responses.set(socket, response));
  server.setTimeout(idleMs, (socket) => {
    const response = responses.get(socket);
    const isWorking = response !== undefined && !response.writableFinished && !response.destroyed;
    const awaitsHeaders = response === undefined && headerMs > 0;
    if (awaitsHeaders || isWorking) socket.setTimeout(idleMs);
    else socket.destroy();
  });
}

/**
 * Closes a connection whose client has read no byte of a response for `idleMs`. What the client sends meanwhile does not
 * count: otherwise, a client could hold a response for ever.
 */
function closeUnreadResponses(server: Server, idleMs: number): void {
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    let since = performance.now();
    let read = 0;
    const timer = setInterval(() => {
      const now = performance.now();
      // What the system has taken for sending counts as read.
      const taken = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || taken !== read) [since, read] = [now, taken];
      else if (now - since >= idleMs) socket.destroy();
    }, idleMs / 4).unref();
    response.once('close', () => clearInterval(timer));
  });
}

/** After a response to a request that has not arrived as a whole, the rest is discarded for at most this time. */
const LINGER_MS = 10_000;
/** Of the rest, at most this much is discarded, in bytes. */
const LINGER_BYTES = 16 * 1024 * 1024;
const LOOK_MS = 50;

/**
 * Closes the connection of a client that still sends a request 10 seconds after its response, or another 16 MiB. Until
 * then, the client can read the response; some clients send the whole request first.
 */
function endAnsweredRequests(server: Server): void {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('finish', () => {
      if (request.complete) return;
      const { socket } = request;
      const [since, before] = [performance.now(), socket.bytesRead];
      const timer = setInterval(() => {
        const isOver = performance.now() - since >= LINGER_MS || socket.bytesRead - before > LINGER_BYTES;
        if (isOver && !request.complete) socket.destroy();
        if (isOver || request.complete || socket.destroyed) clearInterval(timer);
      }, LOOK_MS).unref();
    });
  });
}
