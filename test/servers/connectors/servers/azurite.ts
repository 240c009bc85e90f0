import { createHmac } from 'node:crypto';
import { AZURITE_SCRIPT } from '../install/servers.ts';
import { createServerFolder } from './server-folder.ts';
import { startServer } from './server-process.ts';
import { findFreePort } from '../../../support/free-port.ts';

/** A server of Azure Blob Storage on loopback. */
export interface AzureServer {
  readonly port: number;
  readonly account: string;
  readonly container: string;
  /** Returns a shared access signature for the account. `expires` is ISO 8601, UTC. */
  createSignature(expires?: string): string;
  close(): Promise<void>;
}

/** The account of Azurite. Its key is the same on every machine. */
const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';
const VERSION = '2020-10-02';

/** Starts Azurite with an empty container. */
export async function startAzurite(): Promise<AzureServer> {
  const home = createServerFolder('azurite');
  const port = await findFreePort();
  const server = await startServer({
    program: process.execPath,
    args: [
      AZURITE_SCRIPT,
      '--blobHost',
      '127.0.0.1',
      '--blobPort',
      String(port),
      '--location',
      home.path,
      '--silent',
    ].concat(['--skipApiVersionCheck', '--disableTelemetry']),
    port,
    home,
  });
  const container = 'files';
  const url = `http://127.0.0.1:${port}/${ACCOUNT}/${container}?restype=container&${createSignature()}`;
  const { status } = await fetch(url, { method: 'PUT', headers: { 'x-ms-version': VERSION } });
  if (status !== 201) throw new Error(`Azurite did not create the container (${status})`);
  return {
    port,
    account: ACCOUNT,
    container,
    createSignature,
    async close() {
      await server.stop();
      home.remove();
    },
  };
}

/** An account SAS ("Create an account SAS", version 2020-10-02). */
function createSignature(expires = '2099-01-01T00:00:00Z'): string {
  const fields = { sp: 'rwdlac', ss: 'b', srt: 'sco', st: '', se: expires, sip: '', spr: '', sv: VERSION };
  const signed = [ACCOUNT, ...Object.values(fields), ''].join('\n');
  const sig = createHmac('sha256', Buffer.from(KEY, 'base64')).update(signed).digest('base64');
  const given = Object.entries({ ...fields, sig }).filter(([, value]) => value !== '');
  return new URLSearchParams(given).toString();
}
