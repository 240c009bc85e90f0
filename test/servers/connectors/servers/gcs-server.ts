import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { FAKE_GCS_PROGRAM } from '../install/servers.ts';
import { createServerFolder } from './server-folder.ts';
import { startServer } from './server-process.ts';
import { findFreePort } from '../../../support/free-port.ts';

/** A server of Google Cloud Storage on loopback, and an endpoint that issues access tokens. */
export interface GcsServer {
  readonly port: number;
  readonly bucket: string;
  /** The JSON of a service account whose assertions are accepted. */
  readonly serviceAccount: string;
  /** The JSON of a service account with another key. */
  readonly wrongServiceAccount: string;
  /** Returns how many tokens were issued. */
  countTokens(): number;
  close(): Promise<void>;
}

const EMAIL = 'reader@project.example';

/** Starts fake-gcs-server with an empty bucket. */
export async function startGcs(): Promise<GcsServer> {
  const home = createServerFolder('gcs');
  const port = await findFreePort();
  const address = ['-scheme', 'http', '-host', '127.0.0.1', '-port', String(port)];
  const server = await startServer({
    program: FAKE_GCS_PROGRAM,
    args: [...address, '-backend', 'filesystem', '-filesystem-root', join(home.path, 'data'), '-log-level', 'error'],
    port,
    home,
  });
  const bucket = 'files';
  const created = await fetch(`http://127.0.0.1:${port}/storage/v1/b`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: bucket }),
  });
  if (!created.ok) throw new Error(`fake-gcs-server did not create the bucket (${created.status})`);
  const [right, wrong] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  if (right === undefined || wrong === undefined) throw new Error('no keys');
  const tokens = await startTokenEndpoint(right.publicKey);
  const createAccount = (key: KeyObject) =>
    JSON.stringify({
      type: 'service_account',
      project_id: 'project',
      private_key_id: 'k1',
      private_key: key.export({ type: 'pkcs8', format: 'pem' }),
      client_email: EMAIL,
      token_uri: tokens.url,
    });
  return {
    port,
    bucket,
    serviceAccount: createAccount(right.privateKey),
    wrongServiceAccount: createAccount(wrong.privateKey),
    countTokens: tokens.count,
    async close() {
      tokens.close();
      await server.stop();
      home.remove();
    },
  };
}

/** Starts an endpoint that checks assertions (RFC 7523) with a public key. fake-gcs-server accepts every token. */
async function startTokenEndpoint(key: KeyObject): Promise<{ url: string; count(): number; close(): void }> {
  let issued = 0;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => (body += bytes.toString()));
    request.on('end', async () => {
      try {
        const assertion = new URLSearchParams(body).get('assertion') ?? '';
        await jwtVerify(assertion, key, { issuer: EMAIL, audience: url, algorithms: ['RS256'] });
        issued++;
        response.end(JSON.stringify({ access_token: `token-${issued}`, expires_in: 3600, token_type: 'Bearer' }));
      } catch {
        response.writeHead(400).end(JSON.stringify({ error: 'invalid_grant' }));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/token`;
  return { url, count: () => issued, close: () => server.close() };
}
