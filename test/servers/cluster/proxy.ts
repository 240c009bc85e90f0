import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to the next message that contains a text, on its way to the server. */
export interface Cut {
  /** `before`: the connection is cut, and the message is lost. `after`: the server gets it, and its answer is lost. */
  when: 'before' | 'after';
  text: string;
}

/** A TCP proxy of a server on loopback. */
export interface Proxy {
  port: number;
  /** Cuts the connection once, at a message. Then it refuses connections until cutAll(). Resolves when it has cut. */
  cut(cut: Cut): Promise<void>;
  /** Cuts all connections. With `isRefusing`, further ones are closed at once. */
  cutAll(isRefusing: boolean): void;
  /** Connects to another port of loopback from now on. */
  retarget(port: number): void;
  close(): Promise<void>;
}

/** Starts a proxy. */
export async function startProxy(firstTarget: number): Promise<Proxy> {
  let target = firstTarget;
  let next: Cut | null = null;
  let isRefusing = false;
  let onCut = (): void => {};
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    if (isRefusing) return void client.destroy();
    const upstream = connect(target, '127.0.0.1');
    const both = [client, upstream];
    const end = (): void => {
      for (const socket of both) {
        socket.destroy();
        sockets.delete(socket);
      }
    };
    let isDeaf = false;
    for (const socket of both) {
      sockets.add(socket);
      socket.on('close', end).on('error', end);
    }
    client.on('data', (bytes) => {
      const isCut = next !== null && bytes.includes(next.text);
      if (!isCut) return void upstream.write(bytes);
      const { when } = next ?? { when: 'before' };
      next = null;
      isDeaf = isRefusing = true;
      const finish = (): void => {
        end();
        onCut();
      };
      if (when === 'before') return finish();
      upstream.write(bytes);
      upstream.once('data', finish);
    });
    upstream.on('data', (bytes) => {
      if (!isDeaf) client.write(bytes);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: (cut) =>
      new Promise((resolve) => {
        next = cut;
        onCut = resolve;
      }),
    cutAll(refuses) {
      isRefusing = refuses;
      for (const socket of sockets) socket.destroy();
    },
    retarget(port) {
      target = port;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
