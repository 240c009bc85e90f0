import { type ChildProcess, spawn } from 'node:child_process';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerFolder } from './server-folder.ts';

const START_MS = 60_000;

/** A server that runs as an ordinary process. */
export interface ServerProcess {
  /** Ends the process and waits for its end. */
  stop(): Promise<void>;
}

/** What to start: a program that listens on a port of 127.0.0.1. */
export interface ServerCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly port: number;
  readonly home: ServerFolder;
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a server and waits until it accepts connections. Throws an Error with its output if it ends before. */
export async function startServer({ program, args, port, home, env = {} }: ServerCommand): Promise<ServerProcess> {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(-4000)));
  let hasFailed = false;
  child.on('error', () => (hasFailed = true));
  home.watch(child);
  for (let waited = 0; waited < START_MS; waited += 50) {
    if (hasFailed || child.exitCode !== null) break;
    if (await isListening(port)) return { stop: () => stop(child) };
    await sleep(50);
  }
  await stop(child);
  throw new Error(`${program} does not listen on port ${port}: ${output}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await ended;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** A relay to a port of 127.0.0.1, or a server that accepts connections and never answers. */
export interface Relay {
  readonly port: number;
  /** Ends all connections at once, like a broken network. New connections are accepted. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a relay. If `target` is null, it accepts connections and never answers. */
export async function startRelay(target: number | null): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const ends = target === null ? [socket] : [socket, connect(target, '127.0.0.1')];
    for (const end of ends) {
      sockets.add(end);
      end.on('close', () => {
        sockets.delete(end);
        for (const other of ends) other.destroy();
      });
      end.on('error', () => {});
    }
    const [near, far] = ends;
    if (near !== undefined && far !== undefined) near.pipe(far).pipe(near);
  });
  const cut = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const port = await listen(server);
  return {
    port,
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** When a relay to a database ends its service. */
export interface RelayLimit {
  /** Bytes from the clients. Nothing is forwarded from then on. */
  readonly maxBytes: number;
  /** Whether the next COMMIT after that is still forwarded. Its answer is not. */
  readonly losesAnswer: boolean;
  /** The port of the relay; 0 for any free port. */
  readonly port: number;
}

/** A relay that forwards a limited number of bytes. */
export interface LimitedRelay {
  readonly port: number;
  /** Resolves when the limit is reached, and the COMMIT whose answer is lost was executed. */
  readonly reached: Promise<void>;
  close(): Promise<void>;
}

/** Starts a relay to `target`. */
export async function startLimitedRelay(
  target: number,
  { maxBytes, losesAnswer, port }: RelayLimit,
): Promise<LimitedRelay> {
  let left = maxBytes;
  let hasEnded = false;
  let reach = (): void => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const end of [near, far]) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    far.on('data', (bytes) => {
      if (hasEnded) reach();
      else near.write(bytes);
    });
    near.on('data', (bytes) => {
      if (hasEnded) return void near.pause();
      left -= bytes.length;
      hasEnded = left < 0 && (!losesAnswer || bytes.includes('COMMIT'));
      if (hasEnded && !losesAnswer) {
        near.pause();
        return reach();
      }
      if (!far.write(bytes)) {
        near.pause();
        far.once('drain', () => near.resume());
      }
    });
  });
  return {
    port: await listen(server, port),
    reached,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function listen(server: ReturnType<typeof createServer>, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
