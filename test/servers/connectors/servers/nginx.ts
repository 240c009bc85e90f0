import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { NGINX_PROGRAM } from '../install/servers.ts';
import type { CertificateFiles } from './certificates.ts';
import { createServerFolder } from './server-folder.ts';
import { startServer } from './server-process.ts';
import { findFreePort } from '../../../support/free-port.ts';

/**
 * An HTTP server on loopback with the files of a folder, below four paths: `/open/`, `/listed/` with an index of nginx,
 * `/password/` and `/bearer/`. Each folder of them has an `index.json` with the paths of its files, at `/data/files`.
 */
export interface NginxServer {
  readonly port: number;
  /** The port with TLS. */
  readonly securePort: number;
  /** The folder with the files. */
  readonly folder: string;
  close(): Promise<void>;
}

/** The user of the path `/password/`. */
export const NGINX_USER = { username: 'reader', password: 'p4ss-m4rk3r' };

/** Starts nginx. `isActive` decides which tokens `/bearer/` accepts. */
export async function startNginx(parts: {
  isActive(token: string): Promise<boolean>;
  certificate: CertificateFiles;
}): Promise<NginxServer> {
  const home = createServerFolder('nginx');
  const at = (name: string) => join(home.path, name);
  mkdirSync(at('files'));
  const { username, password } = NGINX_USER;
  writeFileSync(at('users'), `${username}:{SHA}${createHash('sha1').update(password).digest('base64')}\n`);
  const helper = await startHelper(at('files'), parts.isActive);
  const [port, securePort] = [await findFreePort(), await findFreePort()];
  writeFileSync(at('nginx.conf'), createConfig({ at, port, securePort, helper: helper.url, ...parts }));
  const args = ['-c', at('nginx.conf'), '-p', home.path, '-e', at('error.log')];
  const server = await startServer({ program: NGINX_PROGRAM, args, port, home });
  return {
    port,
    securePort,
    folder: at('files'),
    async close() {
      await server.stop();
      await helper.close();
      home.remove();
    },
  };
}

interface Config {
  at(name: string): string;
  readonly port: number;
  readonly securePort: number;
  readonly helper: string;
  readonly certificate: CertificateFiles;
}

function createConfig({ at, port, securePort, helper, certificate }: Config): string {
  const password = `auth_basic files; auth_basic_user_file ${at('users')};`;
  const zones = { open: '', listed: 'autoindex on; autoindex_format json;', password, bearer: 'auth_request /auth;' };
  const locations = Object.entries(zones).flatMap(([zone, rule]) => [
    `location /${zone}/ { alias ${at('files')}/; ${rule} }`,
    `location ~ ^/${zone}/([^/]+)/index\\.json$ { ${rule} proxy_pass ${helper}/index/$1; }`,
  ]);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${at('temporary')};`,
  );
  // One process, so that no child remains when it is killed.
  return `
daemon off; master_process off; pid ${at('nginx.pid')};
events { worker_connections 512; }
http {
  access_log off; default_type text/csv; sendfile on; ${temporary.join(' ')}
  server {
    listen 127.0.0.1:${port}; listen 127.0.0.1:${securePort} ssl;
    ssl_certificate ${certificate.certificate}; ssl_certificate_key ${certificate.key};
    location = /auth { internal; proxy_pass ${helper}/auth; proxy_pass_request_body off; }
    ${locations.join('\n    ')}
  }
}
`;
}

/** Starts the server that nginx asks about tokens and for lists of files. */
async function startHelper(
  folder: string,
  isActive: (token: string) => Promise<boolean>,
): Promise<{ url: string; close(): Promise<void> }> {
  const respond = async ({ url = '', headers }: IncomingMessage, response: ServerResponse) => {
    if (url === '/auth') {
      const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
      response.writeHead(token !== undefined && (await isActive(token)) ? 204 : 401).end();
      return;
    }
    const found = await readdir(join(folder, url.slice('/index/'.length)), { recursive: true, withFileTypes: true });
    const root = join(folder, url.slice('/index/'.length));
    const files = found
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data: { files } }));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
