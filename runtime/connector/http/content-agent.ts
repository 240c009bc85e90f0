import http from 'node:http';
import https from 'node:https';
import { type OnReadOpts, Socket } from 'node:net';

/** Receives the bytes of a socket instead of the HTTP parser of Node.js. */
export interface SocketReader {
  /** Returns where to store the next bytes: at least MIN_PROVIDED_BYTES. */
  provide(): Uint8Array;
  /** Called when `length` bytes were stored at the beginning of the buffer that provide() returned last. */
  stored(length: number): void;
}

interface Tap {
  socket?: Socket;
  reader: SocketReader | null;
}

/** Minimum length of the buffers that SocketReader.provide() returns, in bytes. */
export const MIN_PROVIDED_BYTES = 64 * 1024;

const taps = new WeakMap<Socket, Tap>();

/** Creates the agents for responses whose body is a file. setSocketReader() works with their sockets. */
export function createContentAgents(options: https.AgentOptions): { http: http.Agent; https: https.Agent } {
  return { http: new ContentAgent(options), https: new SecureContentAgent(options) };
}

/**
 * Passes all bytes that arrive from now on to `reader`. The parser of Node.js copies each part of a body into a new
 * buffer, which takes most of the time of a transfer. Returns false if the socket is not of a content agent.
 */
export function setSocketReader(socket: Socket, reader: SocketReader): boolean {
  const tap = taps.get(socket);
  if (tap === undefined) return false;
  tap.reader = reader;
  return true;
}

/** Calls `connect` with the option that passes the bytes of the new socket to a tap. */
function connectTapped<Connected>(connect: (option: { onread: OnReadOpts }) => Connected): Connected {
  const tap: Tap = { reader: null };
  const head = Buffer.allocUnsafeSlow(MIN_PROVIDED_BYTES);
  const onread: OnReadOpts = {
    buffer: () => tap.reader?.provide() ?? head,
    callback(length, buffer) {
      const { reader } = tap;
      // Such a socket has no "data" event, but the parser waits for it.
      if (reader === null) tap.socket?.emit('data', Buffer.from(buffer.subarray(0, length)));
      else {
        // This buffer was chosen before the reader was set.
        if (buffer === head) reader.provide().set(head.subarray(0, length));
        reader.stored(length);
      }
      return true;
    },
  };
  const socket = connect({ onread });
  if (socket instanceof Socket) {
    tap.socket = socket;
    taps.set(socket, tap);
  }
  return socket;
}

type ConnectParameters = Parameters<http.Agent['createConnection']>;

class ContentAgent extends http.Agent {
  override createConnection(...[options, callback]: ConnectParameters): ReturnType<http.Agent['createConnection']> {
    return connectTapped((option) => super.createConnection({ ...options, ...option }, callback));
  }
}

class SecureContentAgent extends https.Agent {
  override createConnection(...[options, callback]: ConnectParameters): ReturnType<http.Agent['createConnection']> {
    return connectTapped((option) => super.createConnection({ ...options, ...option }, callback));
  }
}
