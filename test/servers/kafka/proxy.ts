/** A proxy that simulates network faults between a client and a broker. */
import { createServer, connect, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFrameCutter, createFrameWatch } from './frames.ts';

/** API keys of the requests whose answers can be suppressed. */
export const REQUESTS = {
  produce: 0,
  initProducerId: 22,
  addPartitionsToTxn: 24,
  addOffsetsToTxn: 25,
  endTxn: 26,
  txnOffsetCommit: 28,
};
export type RequestName = keyof typeof REQUESTS;

/**
 * What happens to a request. LOSE: it never arrives. HOLD: it arrives `ms` later. For both, the connection of the client
 * is closed at once, as after a time-out. REPEAT: it arrives, and a copy `ms` later. SLOW: it arrives `ms` later, and so
 * does everything after it.
 */
export type RequestFault = { kind: 'LOSE' } | { kind: 'HOLD' | 'REPEAT' | 'SLOW'; ms: number };

export interface Proxy {
  /**
   * Suppresses the next `times` answers to such requests: the broker has executed them, and the connection is closed.
   */
  cutAnswers(request: RequestName, times: number): void;
  /** Returns how many answers to such requests were suppressed. */
  cuts(request: RequestName): number;
  /** Calls `choose` for each request of the transaction protocol, with its name. Null: the request arrives as usual. */
  chooseFaults(choose: ((request: RequestName) => RequestFault | null) | null): void;
  /** Resolves when no request is held back any more. */
  released(): Promise<void>;
  /** Limits the rate of all connections to the broker together. */
  slow(bytesPerSecond: number): void;
  /** Closes all connections and refuses new ones. */
  down(): Promise<void>;
  /** Accepts connections again. */
  up(): Promise<void>;
  /** Returns the number of bytes sent to the broker. */
  sent(): number;
}

/** Listens on port `from` of 127.0.0.1 and forwards to port `to`. */
export async function startProxy(from: number, to: number): Promise<Proxy> {
  const open = new Set<Socket>();
  const armed = new Map<number, number>();
  const cut = new Map<number, number>();
  const bucket = createBucket();
  const names = new Map(Object.entries(REQUESTS).map(([name, key]) => [key, name as RequestName]));
  const held = new Set<Promise<void>>();
  let chooseFault: ((request: RequestName) => RequestFault | null) | null = null;
  let server: Server | null = null;

  function serve(client: Socket): void {
    const broker = connect(to, '127.0.0.1').setNoDelay(true);
    client.setNoDelay(true);
    const end = (): void => {
      for (const socket of [client, broker]) open.delete(socket.destroy());
    };
    for (const socket of [client, broker]) open.add(socket.on('error', () => {}));
    const watch = createFrameWatch((apiKey) => {
      const left = armed.get(apiKey) ?? 0;
      if (left === 0) return false;
      armed.set(apiKey, left - 1);
      cut.set(apiKey, (cut.get(apiKey) ?? 0) + 1);
      return true;
    });
    const arrives = async (frame: Buffer, apiKey: number): Promise<boolean> => {
      const name = names.get(apiKey);
      const fault = name === undefined ? null : (chooseFault?.(name) ?? null);
      if (fault === null) return true;
      if (fault.kind === 'SLOW') {
        await sleep(fault.ms);
        return true;
      }
      if (fault.kind !== 'LOSE') holdBack(Buffer.from(frame), fault.ms);
      if (fault.kind === 'REPEAT') return true;
      end();
      return false;
    };
    void handOn(client, broker, arrives, async (bytes) => {
      watch.request(bytes);
      await bucket.take(bytes.length);
    });
    broker.on('data', (bytes: Buffer) => {
      if (watch.answer(bytes)) end();
      else if (!client.write(bytes)) broker.pause();
    });
    client.on('drain', () => broker.resume()).on('close', () => open.delete(client));
    broker.on('close', end);
  }

  // On a connection of its own, because that of the client is closed. Its answer is not read.
  function holdBack(frame: Buffer, ms: number): void {
    const late = sleep(ms).then(
      () =>
        new Promise<void>((resolve) => {
          const broker = connect(to, '127.0.0.1', () => broker.write(frame));
          broker.on('error', () => resolve());
          broker.once('data', () => {
            broker.destroy();
            resolve();
          });
        }),
    );
    held.add(late);
    void late.then(() => held.delete(late));
  }

  const proxy: Proxy = {
    cutAnswers: (request, times) => void armed.set(REQUESTS[request], times),
    cuts: (request) => cut.get(REQUESTS[request]) ?? 0,
    chooseFaults: (choose) => void (chooseFault = choose),
    async released() {
      while (held.size > 0) await Promise.all(held);
    },
    slow: (bytesPerSecond) => bucket.setRate(bytesPerSecond),
    async down() {
      const closing = server;
      server = null;
      if (closing === null) return;
      const closed = new Promise((resolve) => closing.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
    async up() {
      const opening = createServer(serve);
      await new Promise<void>((resolve, reject) => opening.once('error', reject).listen(from, '127.0.0.1', resolve));
      server = opening;
    },
    sent: () => bucket.taken(),
  };
  await proxy.up();
  return proxy;
}

// Bytes sent before the sender died still arrive, as on a real network. `arrives` returns false for a frame to leave out.
async function handOn(
  client: Socket,
  broker: Socket,
  arrives: (frame: Buffer, apiKey: number) => Promise<boolean>,
  before: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  const frames: { frame: Buffer; apiKey: number }[] = [];
  const cut = createFrameCutter((frame, apiKey) => frames.push({ frame, apiKey }));
  try {
    for await (const chunk of client as AsyncIterable<Buffer>) {
      cut(chunk);
      for (const { frame, apiKey } of frames.splice(0)) {
        if (!(await arrives(frame, apiKey))) return;
        await before(frame);
        await new Promise<void>((resolve, reject) =>
          broker.write(frame, (error) => (error ? reject(error) : resolve())),
        );
      }
    }
  } catch {
    // Cut off: nothing more comes.
  }
  broker.end();
}

function createBucket() {
  let rate = Infinity;
  let freeAt = 0;
  let taken = 0;
  return {
    setRate: (bytesPerSecond: number) => void (rate = bytesPerSecond),
    taken: () => taken,
    async take(bytes: number): Promise<void> {
      taken += bytes;
      const now = performance.now();
      freeAt = Math.max(now, freeAt) + (bytes / rate) * 1000;
      if (freeAt - now > 1) await new Promise((resolve) => setTimeout(resolve, freeAt - now));
    },
  };
}
