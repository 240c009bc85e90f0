import { readFile, stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import { describeError, type Log } from '../../base/log/json-log.ts';
import type { TlsFiles } from '../../state/settings/access.ts';

/** How often the files are examined, in milliseconds. */
const POLL_MS = 2000;
/** How long a client may take for the handshake, in milliseconds. */
const HANDSHAKE_MS = 10_000;
/** Session tickets last this long, in seconds: a resumed session is not verified again. */
const SESSION_SECONDS = 300;

/**
 * Creates an HTTPS server that reads its certificate again when one of the files changes. If the new files are not
 * valid, the log says so, and the certificate in use remains. Throws an Error if the files cannot be used.
 */
export async function createTlsServer(handler: RequestListener, files: TlsFiles, log: Log): Promise<Server> {
  let { context, state } = await readContext(files);
  const options = { ...context, ...clientOptionsOf(files), handshakeTimeout: HANDSHAKE_MS };
  const server = createServer(options, handler);
  let hasFailed = false;
  const timer = setInterval(async () => {
    try {
      if ((await stateOf(files)) === state) return;
      ({ context, state } = await readContext(files));
      server.setSecureContext(context);
      hasFailed = false;
      log.info('tls_reloaded');
    } catch (error) {
      // The files may have been replaced one after the other: the next examination tries again.
      if (!hasFailed) log.warn('tls_reload_failed', { error: describeError(error) });
      hasFailed = true;
    }
  }, POLL_MS).unref();
  server.once('close', () => clearInterval(timer));
  return server;
}

function clientOptionsOf({ clientCa }: TlsFiles): TlsOptions {
  if (clientCa === null) return {};
  return { requestCert: true, rejectUnauthorized: true, sessionTimeout: SESSION_SECONDS };
}

async function readContext(files: TlsFiles): Promise<{ context: SecureContextOptions; state: string }> {
  const state = await stateOf(files);
  const [cert, key, ca] = await Promise.all([
    readFile(files.cert),
    readFile(files.key),
    files.clientCa === null ? undefined : readFile(files.clientCa),
  ]);
  return { state, context: { cert, key, minVersion: 'TLSv1.2', ...(ca === undefined ? {} : { ca }) } };
}

/** Returns a text that changes when one of the files is changed or replaced. */
async function stateOf({ cert, key, clientCa }: TlsFiles): Promise<string> {
  const found = await Promise.all([cert, key, ...(clientCa === null ? [] : [clientCa])].map((path) => stat(path)));
  return found.map(({ ino, size, mtimeMs }) => `${ino} ${size} ${mtimeMs}`).join('\n');
}
