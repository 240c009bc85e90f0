import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A certificate authority, and the key and the certificate of a server for `localhost` and 127.0.0.1. */
export interface TestCertificate {
  /** PEM of the authority. */
  readonly ca: string;
  /** Paths of PEM files. */
  readonly caPath: string;
  readonly keyPath: string;
  readonly certificatePath: string;
}

/** Creates a certificate in a folder, with OpenSSL. */
export function createCertificate(folder: string): TestCertificate {
  const at = (name: string): string => join(folder, name);
  const openssl = (...parameters: string[]) => execFileSync('openssl', parameters, { stdio: 'ignore' });
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-subj', '/CN=Test CA', '-keyout', at('ca.key'), '-out', at('ca.pem'));
  openssl('req', ...key.slice(0, 3), '-subj', '/CN=localhost', '-keyout', at('server.key'), '-out', at('server.csr'));
  writeFileSync(at('names'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  const signed = [
    '-CA',
    at('ca.pem'),
    '-CAkey',
    at('ca.key'),
    '-CAcreateserial',
    '-days',
    '2',
    '-extfile',
    at('names'),
  ];
  openssl('x509', '-req', '-in', at('server.csr'), ...signed, '-out', at('server.pem'));
  return {
    ca: readFileSync(at('ca.pem'), 'utf8'),
    caPath: at('ca.pem'),
    keyPath: at('server.key'),
    certificatePath: at('server.pem'),
  };
}
