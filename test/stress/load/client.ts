import { Agent, request as httpRequest } from 'node:http';

/** A request of a load test. */
export interface Sent {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api/v1. A path that begins with // is below the root. */
  path: string;
  type?: string;
  body?: Buffer;
}

/** The answer to a request. */
export interface Answer {
  status: number;
  text: string;
  /** From the first byte sent to the last byte received, in milliseconds. */
  ms: number;
}

/** A client with one connection. */
export interface LoadClient {
  /** Sends a request and returns its answer. Throws if the connection breaks. */
  send(request: Sent): Promise<Answer>;
  close(): void;
}

/** Each address of loopback counts as another caller, and has its own limit of connections. */
const ADDRESSES = 8;

/** Creates a client of a service. `number` selects its address. */
export function createLoadClient(url: string, number: number): LoadClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const localAddress = `127.0.0.${2 + (number % ADDRESSES)}`;
  return {
    send({ method, path, type = 'application/json', body }) {
      const began = performance.now();
      return new Promise((resolve, reject) => {
        const to = path.startsWith('//') ? `${url}${path.slice(1)}` : `${url}/api/v1${path}`;
        const headers = body === undefined ? {} : { 'content-type': type, 'content-length': body.length };
        const sent = httpRequest(to, { method, agent, localAddress, headers }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(chunks).toString(),
              ms: performance.now() - began,
            }),
          );
        });
        sent.on('error', (cause) =>
          reject(new Error(`${method} ${path} after ${performance.now() - began} ms`, { cause })),
        );
        sent.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}

const BOUNDARY = 'load-boundary';

/** Returns a request that sends a form with a CSV file. */
export function formRequest(path: string, fields: Readonly<Record<string, string>>, file: string): Sent {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const filePart = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n`;
  return {
    method: 'POST',
    path,
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    body: Buffer.from(`${parts.join('')}${filePart}--${BOUNDARY}--\r\n`),
  };
}
