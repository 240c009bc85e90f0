import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pageFolder } from '../../base/program/page-folder.ts';
import { Problem } from '../http/problem.ts';
import { bytes } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';

/**
 * The Content-Security-Policy of the page. It loads scripts and styles of the service only, and it has no inline ones.
 * A page of another site cannot frame it.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * The policy of the worker. With an API key, the module of a spec is fetched first and then imported as a Blob, because
 * an import cannot send the key.
 */
const WORKER_POLICY = "default-src 'none'; script-src 'self' blob:; connect-src 'self'";

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** GET /: the page. It contains no data, so anyone may load it. */
export async function getPage(): Promise<Response> {
  const html = await readFile(join(pageFolder(), 'index.html'));
  return bytes(html, 'text/html; charset=utf-8', {
    'content-security-policy': PAGE_POLICY,
    'referrer-policy': 'no-referrer',
  });
}

/** GET /page/{file}: a file that the page loads. Its name contains a hash, so browsers may store it for a year. */
export async function getPageFile(
  _: Request,
  __: RequestServices,
  { file = '' }: Readonly<Record<string, string>>,
): Promise<Response> {
  const folder = join(pageFolder(), 'page');
  // Only names in the folder are read, whatever the path of the request contains.
  const name = (await readdir(folder)).find((each) => each === file);
  if (name === undefined) throw new Problem('not_found', 'the page has no such file. Reload the page');
  return bytes(await readFile(join(folder, name)), TYPES[extname(name)] ?? 'application/octet-stream', {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': WORKER_POLICY,
  });
}
