import { Agent, request } from 'node:http';

/** Small files that are sent to a service. */
export interface SmallFiles {
  port: number;
  /** `validate` or `file-to-events`. */
  route: string;
  clients: number;
  /** Number of files. */
  files: number;
  /** The API key of the client; null if the service requires none. */
  key: string | null;
}

const BOUNDARY = 'specmill-bench';
const RECORDS = 20;

/**
 * Sends files of 20 records, each with another content, and returns the milliseconds of each request, in ascending
 * order. Each client sends its next file when it has the response. Throws an Error for a status other than 200.
 */
export async function sendSmallFiles({ port, route, clients, files, key }: SmallFiles): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  let next = 0;
  const send = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const body = formOf(route, `${process.pid}-${next}`);
      const headers = {
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': Buffer.byteLength(body),
        ...(key !== null && { authorization: `Bearer ${key}` }),
      };
      const begin = performance.now();
      const options = { agent, port, host: '127.0.0.1', method: 'POST', path: `/api/v1/transform/${route}`, headers };
      request(options, (response) => {
        response.resume().on('end', () => {
          times.push(performance.now() - begin);
          if (response.statusCode === 200) resolve();
          else reject(new Error(`the service answered ${response.statusCode}`));
        });
      })
        .on('error', reject)
        .end(body);
    });
  const work = async (): Promise<void> => {
    while (next++ < files) await send();
  };
  await Promise.all(Array.from({ length: clients }, work));
  agent.destroy();
  return times.sort((a, b) => a - b);
}

function formOf(route: string, id: string): string {
  const lines = Array.from({ length: RECORDS }, (_, index) => `${id}-${index},12.50,2024-05-06,a note`);
  const fields = { specId: 'orders', ...(route === 'file-to-events' && { brokerTopic: 'orders' }) };
  const parts = Object.entries(fields).map(([name, value]) => partOf(`name="${name}"`, value));
  const file = partOf('name="file"; filename="orders.csv"', `id,amount,ordered,note\n${lines.join('\n')}\n`);
  return `${parts.join('')}${file}--${BOUNDARY}--\r\n`;
}

function partOf(disposition: string, content: string): string {
  return `--${BOUNDARY}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;
}
