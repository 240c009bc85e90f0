import { parseSubject } from '../../state/access/certificate.ts';
import { createApiKey, createKeyId, parseApiKey } from '../../state/access/keys/api-key.ts';
import { parseNamePatterns } from '../../state/access/name-patterns.ts';
import { isScope, SCOPES, type Scope } from '../../state/access/scopes.ts';
import { parseDuration } from '../../state/settings/values/parsers.ts';
import { parseNamed } from '../../state/settings/values/setting.ts';
import { hasKeyStore, type KeyStore, openKeyStore, type StoredKey } from '../../state/store/access-keys.ts';
import { readChoice } from '../command-line/choice.ts';
import { type Command, type CommandInput, EXIT, type ExitCode } from '../command-line/command.ts';
import { UsageError } from '../command-line/failures.ts';
import { printToStderr, printToStdout } from '../command-line/output.ts';
import { formatKeys, toKeyJson } from '../format/keys.ts';
import { terminalOf, visible } from '../format/terminal.ts';

type Names = 'data';

const ACTIONS = ['add', 'list', 'revoke'] as const;

/** The command `specmill keys`. */
export const command: Command<Names> = {
  usage: [
    'keys add NAME --scope read,transform [--expires 90d] [--topics "claims-*"] [--specs "claims-*"] [--integrations "insurer-*"]',
    'keys add NAME --certificate "CN=…" --scope read,transform […]',
    'keys list [--json]',
    'keys revoke ID',
  ],
  description: [
    'The keys of the callers of the service. A running service applies a change within 2 seconds. As soon as there is one key,',
    'every caller needs one. The key is printed once, when it is added: only a hash of it is stored. Clients send it as',
    '"Authorization: Bearer sm_…". Two keys with the same name are one caller, so a key can be replaced without a gap.',
  ].join('\n'),
  flags: {
    scope: { takes: 'SCOPES', help: `what the caller may do, separated by commas: ${SCOPES.join(', ')} (everything)` },
    expires: { takes: 'TIME', help: 'the key ends after this time, for example 90d (default: never)' },
    topics: {
      takes: 'NAMES',
      help: 'only these topics, separated by commas. "*" matches any characters (default: all)',
    },
    specs: { takes: 'NAMES', help: 'only the specs with these names, as with --topics (default: all)' },
    integrations: {
      takes: 'NAMES',
      help: 'may read files and tables of these integrations, as with --topics (default: none without the scope connect)',
    },
    certificate: { takes: 'SUBJECT', help: 'no key: the scopes belong to client certificates with this whole subject' },
    json: { takes: null, help: 'list: print a JSON array instead of a table' },
  },
  settings: ['data'],
  operands: { min: 1, max: 2, missing: 'say what to do: keys add, keys list or keys revoke', kind: ACTIONS },
  run: runKeys,
};

async function runKeys(input: CommandInput<Names>): Promise<ExitCode> {
  const [word = '', operand] = input.operands;
  const action = readChoice('keys', word, ACTIONS);
  const allowed: readonly string[] = {
    add: ['scope', 'expires', 'topics', 'specs', 'integrations', 'certificate'],
    list: ['json'],
    revoke: [],
  }[action];
  for (const flag of input.flags.keys())
    if (flag !== 'data' && !allowed.includes(flag)) throw new UsageError(`keys ${action} takes no --${flag}`);
  switch (action) {
    case 'add':
      return addKey(operand, input);
    case 'list':
      if (operand !== undefined) throw new UsageError(`unexpected operand "${operand}"`);
      return listKeys(input);
    case 'revoke':
      return revokeKey(operand, input);
    default:
      return action satisfies never;
  }
}

async function addKey(name: string | undefined, { flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const limits = readLimits(name, flags);
  const subject = flags.get('certificate');
  const certificate = subject === undefined ? null : parseNamed('--certificate', subject, parseSubject);
  const created = certificate === null ? createApiKey() : { id: createKeyId(), hash: null, text: null };
  const { id, hash, text } = created;
  const key: StoredKey = { ...limits, id, hash, certificate, createdAt: Date.now(), revokedAt: null };
  await withKeys(settings.data, (keys) => keys.insert(key));
  await printToStdout(`${text ?? id}\n`);
  await printToStderr(
    text === null
      ? `the certificate ${visible(certificate ?? '')} has the scopes now. The line above is the id of the assignment\n`
      : `the key ${id} was added. It is shown only now: store it in a safe place\n`,
  );
  return EXIT.success;
}

type Limits = Pick<StoredKey, 'name' | 'scopes' | 'topics' | 'specs' | 'integrations' | 'expiresAt'>;

function readLimits(name: string | undefined, flags: ReadonlyMap<string, string>): Limits {
  if (name === undefined) throw new UsageError('a name is missing: keys add NAME --scope read');
  if (parseApiKey(name) !== null) throw new UsageError('the name is an API key: choose another name');
  if (!/^[A-Za-z0-9._@-]{1,64}$/.test(name))
    throw new UsageError(`the name "${name}" is not valid`, 'use 1 to 64 of A-Z, a-z, 0-9, ".", "_", "@" and "-"');
  const scope = flags.get('scope');
  if (scope === undefined) throw new UsageError('--scope is required', `the scopes are ${SCOPES.join(', ')}`);
  const scopes = parseNamed('--scope', scope, parseScopes);
  const topics = readPatterns(flags, 'topics');
  const specs = readPatterns(flags, 'specs');
  if (scopes.includes('admin') && (topics !== null || specs !== null))
    throw new UsageError('a key with the scope admin may use all topics and specs', 'leave --topics and --specs out');
  const integrations = readPatterns(flags, 'integrations');
  if (integrations !== null && scopes.some((one) => one === 'admin' || one === 'connect'))
    throw new UsageError('a key with the scope connect or admin may use all integrations', 'leave --integrations out');
  const expires = flags.get('expires');
  const lasts = expires === undefined ? null : parseNamed('--expires', expires, parseLifetime);
  return { name, scopes, topics, specs, integrations, expiresAt: lasts === null ? null : Date.now() + lasts };
}

function readPatterns(
  flags: ReadonlyMap<string, string>,
  flag: 'topics' | 'specs' | 'integrations',
): readonly string[] | null {
  const written = flags.get(flag);
  return written === undefined ? null : parseNamed(`--${flag}`, written, parseNamePatterns);
}

function parseScopes(written: string): Scope[] {
  const words = written.split(',').map((word) => word.trim());
  if (!words.every(isScope)) throw new Error(`takes scopes separated by commas: ${SCOPES.join(', ')}`);
  return [...new Set(words.filter(isScope))];
}

function parseLifetime(written: string): number {
  const lasts = parseDuration(written);
  if (lasts === 0) throw new Error('takes a time of 1s or more');
  return lasts;
}

async function listKeys({ flags, settings }: CommandInput<Names>): Promise<ExitCode> {
  const keys = hasKeyStore(settings.data) ? await withKeys(settings.data, (store) => store.list()) : [];
  const now = Date.now();
  await printToStdout(
    flags.has('json')
      ? `${JSON.stringify(keys.map((key) => toKeyJson(key, now)))}\n`
      : formatKeys(keys, now, terminalOf(process.stdout)),
  );
  if (keys.length === 0 && !flags.has('json'))
    await printToStderr(`there is no key in ${visible(settings.data)} yet\n`);
  return EXIT.success;
}

async function revokeKey(id: string | undefined, { settings }: CommandInput<Names>): Promise<ExitCode> {
  if (id === undefined) throw new UsageError('an id is missing: keys revoke ID', 'specmill keys list shows the ids');
  if (!hasKeyStore(settings.data)) throw new UsageError('no key has this id', `there is no key in ${settings.data}`);
  const before = await withKeys(settings.data, (keys) => keys.revoke(id, Date.now()));
  if (before === null) throw new UsageError('no key has this id', 'specmill keys list shows the ids');
  await printToStderr(before.revokedAt === null ? `the key ${id} is revoked\n` : `the key ${id} was already revoked\n`);
  return EXIT.success;
}

async function withKeys<T>(data: string, work: (keys: KeyStore) => Promise<T>): Promise<T> {
  const keys = await openKeyStore(data);
  try {
    return await work(keys);
  } finally {
    await keys.close();
  }
}
