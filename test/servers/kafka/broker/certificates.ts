import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Certificates {
  /** The authority's certificate, PEM. */
  ca: string;
  /** Key and certificate of 127.0.0.1 in one PEM file. */
  keyStore: string;
}

/** Creates a temporary certificate authority and a certificate for a broker on this machine. */
export function createCertificates(folder: string): Certificates {
  const [ca, caKey, key, request, extensions, signed] = [
    'ca.pem',
    'ca.key',
    'broker.key',
    'broker.csr',
    'broker.ext',
    'broker.crt',
  ].map((name) => join(folder, name)) as [string, string, string, string, string, string];
  const keyStore = join(folder, 'broker.pem');
  openssl(
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    caKey,
    '-out',
    ca,
    '-days',
    '2',
    '-subj',
    '/CN=an authority of the tests',
  );
  openssl(
    'req',
    '-new',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    key,
    '-out',
    request,
    '-subj',
    '/CN=localhost',
  );
  writeFileSync(extensions, 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  openssl(
    'x509',
    '-req',
    '-in',
    request,
    '-CA',
    ca,
    '-CAkey',
    caKey,
    '-CAcreateserial',
    '-out',
    signed,
    '-days',
    '2',
    '-extfile',
    extensions,
  );
  writeFileSync(keyStore, readFileSync(key));
  appendFileSync(keyStore, readFileSync(signed));
  return { ca, keyStore };
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'pipe' });
}
