/** A proxy that simulates network faults between a client and a broker. */
import { createServer, connect, type Server, type Socket } from 'node:net';
import { createFrameWatch } from './frames.ts';

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

export interface Proxy {
  /**
   * Suppresses the next `times` answers to such requests: the broker has executed them, and the connection is closed.
   */
  cutAnswers(request: RequestName, times: number): void;
  /** Returns how many answers to such requests were suppressed. */
  cuts(request: RequestName): number;
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
    void handOn(client, broker, async (bytes) => {
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

  const proxy: Proxy = {
    cutAnswers: (request, times) => void armed.set(REQUESTS[request], times),
    cuts: (request) => cut.get(REQUESTS[request]) ?? 0,
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

// Bytes sent before the sender died still arrive, as on a real network.
async function handOn(client: Socket, broker: Socket, before: (bytes: Buffer) => Promise<void>): Promise<void> {
  try {
    for await (const chunk of client as AsyncIterable<Buffer>) {
      await before(chunk);
      await new Promise<void>((resolve, reject) => broker.write(chunk, (error) => (error ? reject(error) : resolve())));
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
