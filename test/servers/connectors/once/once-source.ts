import { join } from 'node:path';
import { startOpenSsh } from '../servers/open-ssh.ts';
import { startS3 } from '../servers/s3-server.ts';
import type { PlaceSettings } from './partner-place.ts';

/** A server from which a job takes files. */
export interface OnceSource {
  /** The body of POST /credentials. The name of the credential is `key`. */
  readonly credential: object;
  /** The body of POST /integrations, without name and credential. */
  readonly integration: object;
  /** The folder with the files of the server, to look at them without it. */
  readonly folder: string;
  /** The folder `in` of the server, as the partner reaches it. */
  readonly place: PlaceSettings;
  /** Ends the server like a crash. */
  kill(): Promise<void>;
  /** Starts the server again, with its files. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** The sources of the "once" tests, by the type of their integration, with the name of the test server each needs. */
export const onceSources = [
  { type: 'SFTP', server: 'OpenSSH', open: openSftp },
  { type: 'BUCKET_A', server: 'versitygw', open: openBucket },
] as const;

async function openSftp(): Promise<OnceSource> {
  const server = await startOpenSsh();
  const { username, privateKey, host, port, hostKey, folder } = server;
  return {
    ...server,
    credential: { name: 'key', type: 'SSH_KEY', secret: { privateKey }, metadata: { username } },
    integration: { type: 'SFTP', config: { host, port, root: folder, hostKeys: [hostKey] } },
    place: { kind: 'folder', folder: join(folder, 'in') },
  };
}

async function openBucket(): Promise<OnceSource> {
  const server = await startS3();
  const { accessKeyId, secretAccessKey, region, bucket, port } = server;
  const endpoint = `http://127.0.0.1:${port}`;
  const config = { endpoint, region, bucket, prefix: '', pathStyle: true };
  return {
    ...server,
    credential: { name: 'key', type: 'CLOUD_A_ACCESS_KEY', secret: { secretAccessKey }, metadata: { accessKeyId } },
    integration: { type: 'BUCKET_A', config },
    place: { kind: 'bucket', url: `${endpoint}/${bucket}`, prefix: 'in/', region, accessKeyId, secretAccessKey },
  };
}
