import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as mariadb from '../servers/mariadb.ts';
import { hasOpenSsh } from '../servers/open-ssh.ts';
import * as postgresql from '../servers/postgresql.ts';
import { CACHE, createCached, runProgram } from './cache.ts';

const VERSITYGW = 'v1.8.0';
const FAKE_GCS = 'v1.56.1';
/** The newest line of Azurite needs Node 22. */
const AZURITE = '3.35.0';
/** The last line for Node 20. */
const OIDC_PROVIDER = '8.8.1';

/** A server that the tests start as an ordinary process. */
export interface TestServer {
  readonly name: string;
  /** What to do if it is missing. */
  readonly advice: string;
  isInstalled(): boolean;
  /** Throws an Error if it cannot be installed. */
  install(): void;
}

/** The program of an S3 server. */
export const VERSITYGW_PROGRAM = join(CACHE, `versitygw-${VERSITYGW}`, 'versitygw');
/** The program of a server of Google Cloud Storage. */
export const FAKE_GCS_PROGRAM = join(CACHE, `fake-gcs-server-${FAKE_GCS}`, 'fake-gcs-server');
/** The script of a server of Azure Blob Storage. */
export const AZURITE_SCRIPT = join(CACHE, `azurite-${AZURITE}`, 'node_modules/azurite/dist/src/blob/main.js');
/** The module of an OAuth 2 server. */
export const OIDC_PROVIDER_MODULE = join(
  CACHE,
  `oidc-provider-${OIDC_PROVIDER}`,
  'node_modules/oidc-provider/lib/index.js',
);
/** The program of an HTTP server, from Debian. */
export const NGINX_PROGRAM = '/usr/sbin/nginx';
/** The folder with Debian's files of vsftpd and ProFTPD. Debian does not permit both to be installed. */
export const FTP_FOLDER = join(CACHE, 'ftp-servers');

const FTP_LIBRARIES = [
  'libacl1',
  'libcap2',
  'libhiredis0.14',
  'libmemcached11',
  'libmemcachedutil2',
  'libpam0g',
  'libpcre2-posix3',
  'libwrap0',
  'openssl',
];

/** The servers of the tests of connectors. A new server needs a line here. */
export const testServers: readonly TestServer[] = [
  {
    name: 'OpenSSH',
    advice: 'apt-get install openssh-server',
    isInstalled: hasOpenSsh,
    install: () => installPackages('openssh-server'),
  },
  {
    name: 'PostgreSQL',
    advice: `apt-get install ${postgresql.PACKAGES.join(' ')}`,
    isInstalled: () => postgresql.findPostgres() !== null,
    install: () => installPackages(...postgresql.PACKAGES),
  },
  {
    name: 'MariaDB',
    advice: `apt-get install ${mariadb.PACKAGES.join(' ')}`,
    isInstalled: mariadb.hasMariadb,
    install: () => installPackages(...mariadb.PACKAGES),
  },
  {
    name: 'vsftpd and ProFTPD',
    advice: 'npm run test:connectors as root, on Debian',
    isInstalled: () => ['vsftpd', 'proftpd'].every((name) => existsSync(join(FTP_FOLDER, 'usr/sbin', name))),
    install: installFtpServers,
  },
  createGoServer('versitygw', `github.com/versity/versitygw/cmd/versitygw@${VERSITYGW}`, VERSITYGW_PROGRAM),
  createGoServer('fake-gcs-server', `github.com/fsouza/fake-gcs-server@${FAKE_GCS}`, FAKE_GCS_PROGRAM),
  createNpmServer('Azurite', `azurite@${AZURITE}`, AZURITE_SCRIPT),
  createNpmServer('oidc-provider', `oidc-provider@${OIDC_PROVIDER}`, OIDC_PROVIDER_MODULE),
  {
    name: 'nginx',
    advice: 'apt-get install nginx',
    isInstalled: () => existsSync(NGINX_PROGRAM),
    install: () => installPackages('nginx'),
  },
];

/** `main` is a file in the folder that npm creates. */
function createNpmServer(name: string, packageName: string, main: string): TestServer {
  return {
    name,
    advice: 'npm run test:connectors',
    isInstalled: () => existsSync(main),
    install: () =>
      createCached(packageName.replace('@', '-'), (folder) => {
        const options = ['--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts'];
        runProgram('npm', ['install', ...options, packageName], { cwd: folder });
      }),
  };
}

function createGoServer(name: string, module: string, program: string): TestServer {
  return {
    name,
    advice: 'install Go 1.26, then npm run test:connectors',
    isInstalled: () => existsSync(program),
    install() {
      const folderName = program.split('/').at(-2) ?? '';
      createCached(folderName, (folder) => runProgram('go', ['install', module], { env: { GOBIN: folder } }));
    },
  };
}

function installPackages(...packages: readonly string[]): void {
  if (process.getuid?.() !== 0) throw new Error('only root can install packages');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  runProgram('apt-get', ['update', '-qq'], { env });
  runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
}

/** Extracts both servers from Debian's packages, and installs the libraries that they share with other programs. */
function installFtpServers(): void {
  installPackages(...FTP_LIBRARIES);
  createCached('ftp-servers', (folder) => {
    runProgram('apt-get', ['download', '-qq', 'vsftpd', 'proftpd-core', 'proftpd-mod-crypto'], { cwd: folder });
    for (const file of readdirSync(folder)) runProgram('dpkg', ['-x', file, '.'], { cwd: folder });
  });
}
