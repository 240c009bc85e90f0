import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { VERSITYGW_PROGRAM } from '../install/servers.ts';
import { createServerFolder } from './server-folder.ts';
import { startServer } from './server-process.ts';
import { findFreePort } from '../../../support/free-port.ts';

/** An S3 server on loopback. */
export interface S3Server {
  readonly port: number;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
  readonly bucket: string;
  /** The folder with the objects of the bucket as files. */
  readonly folder: string;
  /** Ends the server, like a crash. */
  kill(): Promise<void>;
  /** Starts the server again on the same port, with the same objects. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Starts versitygw with an empty bucket. */
export async function startS3(): Promise<S3Server> {
  const home = createServerFolder('s3');
  const [accessKeyId, secretAccessKey, region, bucket] = ['test-key', 'test-secret-m4rk3r', 'eu-test-1', 'files'];
  // A bucket is a folder.
  for (const name of ['data/files', 'sidecar']) mkdirSync(join(home.path, name), { recursive: true });
  const port = await findFreePort();
  const command = {
    program: VERSITYGW_PROGRAM,
    // Attributes in a folder of their own: not every file system of a test machine has extended attributes.
    args: ['--port', `127.0.0.1:${port}`, '--region', region, '--quiet', '--keep-alive'].concat([
      'posix',
      '--sidecar',
      join(home.path, 'sidecar'),
      join(home.path, 'data'),
    ]),
    port,
    home,
    env: { ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
  };
  let server = await startServer(command);
  return {
    port,
    accessKeyId,
    secretAccessKey,
    region,
    bucket,
    folder: join(home.path, 'data', bucket),
    kill: () => server.stop(),
    async restart() {
      server = await startServer(command);
    },
    async close() {
      await server.stop();
      home.remove();
    },
  };
}
