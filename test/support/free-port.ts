import { createServer } from 'node:net';

/**
 * Returns a free port on loopback. It is drawn below the range that the system gives to connections (from 32,768 in
 * Linux): no connection takes it before the server that is to listen there has started.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = 12_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port between 12000 and 32000');
}

async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
