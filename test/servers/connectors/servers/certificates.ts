import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServerFolder } from './server-folder.ts';

/** The files of a certificate and its key, in PEM. */
export interface CertificateFiles {
  readonly certificate: string;
  readonly key: string;
}

/** An authority of the tests, and certificates for 127.0.0.1. */
export interface Certificates {
  /** The certificate of the authority in PEM. */
  readonly ca: string;
  readonly valid: CertificateFiles;
  readonly expired: CertificateFiles;
}

/** Creates an authority and two certificates for 127.0.0.1 with openssl. */
export function createCertificates(): Certificates {
  const folder = createServerFolder('certificates').path;
  const file = (name: string) => join(folder, name);
  const run = (...args: string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  run('req', '-x509', ...newKey, '-days', '3650', '-subj', '/CN=specmill tests', '-keyout', 'ca.key', '-out', 'ca.crt');
  writeFileSync(file('index.txt'), '');
  writeFileSync(
    file('ca.cnf'),
    [
      '[ca]\ndefault_ca = c\n[c]\ndatabase = index.txt\nnew_certs_dir = .\nrand_serial = yes\ndefault_md = sha256',
      'policy = p\nx509_extensions = e\nunique_subject = no\n[p]\ncommonName = supplied',
      '[e]\nsubjectAltName = IP:127.0.0.1,DNS:localhost\n',
    ].join('\n'),
  );
  const issue = (name: string, start: string, end: string): CertificateFiles => {
    run('req', ...newKey, '-subj', '/CN=127.0.0.1', '-keyout', `${name}.key`, '-out', `${name}.csr`);
    const files = ['-cert', 'ca.crt', '-keyfile', 'ca.key', '-in', `${name}.csr`, '-out', `${name}.crt`, '-notext'];
    run('ca', '-batch', '-config', 'ca.cnf', '-startdate', start, '-enddate', end, ...files);
    return { certificate: file(`${name}.crt`), key: file(`${name}.key`) };
  };
  return {
    ca: readFileSync(file('ca.crt'), 'utf8'),
    valid: issue('valid', '20200101000000Z', '20991231000000Z'),
    expired: issue('expired', '20200101000000Z', '20210101000000Z'),
  };
}
