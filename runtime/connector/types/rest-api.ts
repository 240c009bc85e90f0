import { parseDuration } from '../../state/settings/values/parsers.ts';
import { isTransportHeader } from '../../state/vault/types/api-token.ts';
import type { RestFiles } from '../rest-api/file-index.ts';
import { isPlainName } from '../remote-path.ts';
import * as z from 'zod/mini';
import { converted, describedAs } from '../../base/validation/schema.ts';
import { matching, optional, SECRET_ADVICE, text, url } from './config-members.ts';
import { defineConnectorType, targetOfUrl } from './connector-type.ts';

const MAX_HEADERS = 20;
const MAX_TIMEOUT_MS = 300_000;
const SECRET_HEADER =
  /(^|-)(auth|authorization|authentication|cookie|credentials?|key|password|secret|signature|token)(-|$)|apikey/;

/** Headers of every request, by name. */
const headers = converted(describedAs(z.record(z.string(), z.string())), (value): Readonly<Record<string, string>> => {
  const names = isObject(value) ? Object.keys(value) : [];
  if (!isObject(value) || names.length > MAX_HEADERS)
    throw new Error(`is an object with at most ${MAX_HEADERS} names and values of headers`);
  return Object.fromEntries(Object.entries(value).map(readHeader));
});

/** A path of a file below the base URL, without a leading `/`. */
const path = converted(text, (value) => {
  const names = value.split('/').filter((name) => name !== '');
  if (names.length === 0 || !names.every(isPlainName)) throw new Error('has the path of a file without ".."');
  return names.join('/');
});

/** A JSON pointer (RFC 6901). */
const pointer = matching(/^\/([^~]|~[01])*$/, 'has a "pointer" that is a JSON pointer: /data/files');

/** `{ path }`, or `{ list, pointer, name }`. */
const files = converted(
  describedAs(
    z.union([
      z.strictObject({ path }),
      z.strictObject({ list: z.optional(z.string()), pointer: z.optional(z.string()), name: z.optional(text) }),
    ]),
  ),
  (value): RestFiles => {
    const members = isObject(value) ? Object.keys(value) : [];
    const isIndex = members.every((member) => ['list', 'pointer', 'name'].includes(member));
    if (isObject(value) && members.length === 1 && members[0] === 'path') return { path: z.parse(path, value['path']) };
    if (!isObject(value) || !isIndex)
      throw new Error(
        'is { "path": "…" } for one file, or { "list", "pointer", "name" } for a JSON document with names',
      );
    const { list = '', pointer: at = '', name = 'name' } = value;
    return {
      list: list === '' ? '' : z.parse(path, list),
      pointer: at === '' ? '' : z.parse(pointer, at),
      name: z.parse(text, name),
    };
  },
);

/** A time such as `30s`. */
const TIMEOUT = 'is a time from 1s to 5m';
const timeout = converted(z.string(TIMEOUT).check(z.regex(/^\d+[sm]$/, TIMEOUT)), (value) => {
  const ms = parseDuration(value);
  if (ms === 0 || ms > MAX_TIMEOUT_MS) throw new Error(TIMEOUT);
  return value;
});

/** REST_API: files that an HTTP server offers for download. */
export const restApi = defineConnectorType({
  type: 'REST_API',
  title: 'HTTP server',
  words: {
    baseUrl: {
      title: 'Address',
      description: 'The URL below which the files are, for example https://files.bank.example/v1.',
    },
    headers: { description: 'Of every request, without secrets: `{ "accept-language": "de" }`.' },
    files: { description: 'How the files are found. Default: a JSON list of their names at the address itself.' },
    'files:path': { title: 'One file' },
    'files.path': { title: 'Path of the file', description: 'Below the address, for example daily.csv.' },
    'files:2': { title: 'A list of files' },
    'files.list': { title: 'Path of the list', description: 'Of a JSON document. Default: the address itself.' },
    'files.pointer': { title: 'Place of the list', description: 'A JSON pointer in it, for example `/data/files`.' },
    'files.name': { title: 'Member with the name', description: 'Of each item of the list. Default: `name`.' },
    timeout: { description: 'From 1s to 5m. Default: 30s.' },
  },
  credentialTypes: ['API_TOKEN', 'PASSWORD', 'OAUTH2_CLIENT'],
  isCredentialRequired: false,
  isReadOnly: true,
  readable: 'paths',
  steps: ['resolve', 'connect', 'tls', 'authenticate'],
  config: {
    baseUrl: url,
    headers: optional(headers, {}),
    files: optional(files, { list: '', pointer: '', name: 'name' }),
    timeout: optional(timeout, '30s'),
  },
  target: ({ baseUrl }) => targetOfUrl(baseUrl),
  async load() {
    const { createRestApiConnector } = await import('../rest-api/rest-api.ts');
    return ({ timeout: written, ...config }, { openCredential, credentialType, guard, onStep }) =>
      createRestApiConnector({
        config: { ...config, timeoutMs: parseDuration(written) },
        openCredential,
        credentialType,
        guard,
        onStep,
      });
  },
});

function readHeader([name, value]: [string, unknown]): [string, string] {
  const lower = name.toLowerCase();
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/.test(lower)) throw new Error('has a name that is no name of a header');
  if (isTransportHeader(lower)) throw new Error('has a header that HTTP itself uses');
  const content = z.parse(text, value);
  if (SECRET_HEADER.test(lower) || /^(basic|bearer|token) /i.test(content)) throw new Error(SECRET_ADVICE);
  if (!/^[\x20-\x7e]+$/.test(content)) throw new Error('has a value that is not ASCII');
  return [lower, content];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
