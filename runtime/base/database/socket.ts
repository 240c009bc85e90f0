import { connect, type Socket } from 'node:net';
import { CONNECT_MS } from './session.ts';

/** Opens a TCP connection to an address. Throws the errors of the system, and ETIMEDOUT after 15 s. */
export function openSocket({
  address,
  port,
  signal,
}: {
  address: string;
  port: number;
  signal?: AbortSignal | undefined;
}): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true, keepAlive: true });
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
      CONNECT_MS,
    );
    const abort = (): void => void socket.destroy(Object.assign(new Error('aborted'), { code: 'ECANCELED' }));
    signal?.addEventListener('abort', abort, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    socket.once('error', (error) => {
      settle();
      reject(error);
    });
    socket.once('connect', () => {
      settle();
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}
