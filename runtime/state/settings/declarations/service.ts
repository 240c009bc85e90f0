import { availableParallelism } from 'node:os';
import { parsePort, parsePositive, parseSwitch, parseText } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** The settings of where the service listens and what it works with. */
export const serviceSettings = {
  host: defineSetting({
    flag: 'host',
    env: 'SPECMILL_HOST',
    takes: 'HOST',
    fallback: '127.0.0.1',
    help: 'address to listen on',
    parse: parseText,
  }),
  port: defineSetting({
    flag: 'port',
    env: 'SPECMILL_PORT',
    takes: 'N',
    fallback: '3000',
    help: 'port to listen on; 0 selects any free port',
    parse: parsePort,
  }),
  specs: defineSetting({
    flag: 'specs',
    env: 'SPECMILL_SPECS',
    takes: 'DIR',
    fallback: './specs',
    help: 'folder of the specs',
    parse: parseText,
  }),
  data: defineSetting({
    flag: 'data',
    env: 'SPECMILL_DATA',
    takes: 'DIR',
    fallback: './.data',
    help: 'folder for runs, messages, received files and compiled specs',
    parse: parseText,
  }),
  store: defineSetting({
    flag: 'store',
    env: 'SPECMILL_STORE',
    takes: 'S',
    fallback: 'sqlite',
    help: '"sqlite" (a file in the data folder), or postgresql://user@host/database',
    parse: parseText,
  }),
  files: defineSetting<string | null>({
    flag: 'files',
    env: 'SPECMILL_FILES',
    takes: 'F',
    fallback: null,
    help: 'with PostgreSQL: folder for received files that all machines share, or s3://bucket/prefix?region=R (default: the data folder)',
    parse: parseText,
  }),
  filesCredential: defineSetting<string | null>({
    flag: 'files-credential',
    env: 'SPECMILL_FILES_CREDENTIAL',
    takes: 'NAME',
    fallback: null,
    help: 'credential of the vault for --files s3://… (default: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)',
    parse: parseText,
  }),
  threads: defineSetting({
    flag: 'threads',
    env: 'SPECMILL_THREADS',
    takes: 'N',
    fallback: String(availableParallelism()),
    help: 'number of threads to use',
    parse: parsePositive,
  }),
  insecure: defineSetting({
    flag: 'insecure',
    env: null,
    takes: null,
    fallback: 'off',
    help: 'listen on other addresses than loopback without access control',
    parse: parseSwitch,
  }),
};
