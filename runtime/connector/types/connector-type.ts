import type { OpenedCredential } from '../../state/vault/vault.ts';
import type { ConnectStep, Connector, OnStep } from '../connector.ts';
import { matchesPatterns } from '../../state/access/name-patterns.ts';
import type { CredentialUse } from '../../state/vault/types/credential-binding.ts';
import type { HostGuard } from '../host-guard.ts';
import * as z from 'zod/mini';
import { type ConfigMember, listOf, optional, SECRET_ADVICE, text } from './config-members.ts';
import { CONFIG_WORDS } from './config-words.ts';
import { InvalidConfig } from './invalid-config.ts';
import type { Words } from '../../base/validation/words.ts';

/** What a connector may use when it is opened. */
export interface OpenContext {
  /**
   * Decrypts the current version of the integration's credential. Call it once for each new connection. Throws
   * ConnectorFailure with the code `authentication_failed` if the integration has no credential, and VaultLocked.
   */
  openCredential(): Promise<OpenedCredential>;
  /** The type of the integration's credential; null if it has none. */
  readonly credentialType: string | null;
  /** Every remote host passes this guard. */
  readonly guard: HostGuard;
  /** The folders below which the operator permits local roots (--local-roots). */
  readonly localRoots: readonly string[];
  readonly onStep: OnStep;
}

/** The host that receives a credential. */
export type CredentialTarget = Omit<CredentialUse, 'type'>;

/** Returns the target of a URL. */
export function targetOfUrl(url: string): CredentialTarget {
  const { hostname: host, port, protocol } = new URL(url);
  const usualPort = protocol === 'https:' ? 443 : 80;
  return { host, port: port === '' ? usualPort : Number(port), usualPort, isPlainHttp: protocol === 'http:' };
}

/** A config that fits its connector type. */
export interface CheckedConfig {
  /** All members with their defaults, as JSON values: what is stored and shown. */
  readonly members: Readonly<Record<string, unknown>>;
  /**
   * Returns true if a key that is bound to the integration may read a file or a table: `paths` or `tables` of the config
   * has a pattern for it, or the config has no patterns. `*` matches any characters. Without patterns, the tables of the system are not readable.
   */
  isReadable(pathOrTable: string): boolean;
  /** The host that receives the credential; null if there is none. */
  readonly target: CredentialTarget | null;
  /**
   * Loads the code of the connector, and returns the function that creates it. The connector opens connections only
   * when they are needed.
   */
  load(): Promise<(context: OpenContext) => Connector>;
}

/** What a config is checked with. */
export interface CheckContext {
  /** As in OpenContext. Null if they are not known, as in `specmill check`: then they are not checked. */
  readonly localRoots: readonly string[] | null;
}

/** A type of system that an integration can connect to. */
export interface ConnectorType {
  /** The name in the API and in YAML, for example `SFTP`. */
  readonly type: string;
  /** What people call it. */
  readonly title: string;
  /** What people read about the members of a `config`. */
  readonly words: Words;
  /** The types of credentials that fit. Empty if the type has no credential. */
  readonly credentialTypes: readonly string[];
  /** Whether an integration of this type must have a credential. */
  readonly isCredentialRequired: boolean;
  /** The optional member of a `config` with the patterns of what keys that are bound to the integration may read. */
  readonly readable: 'paths' | 'tables';
  /** Whether files can neither be written nor moved nor removed. It agrees with the capabilities of the connector. */
  readonly isReadOnly: boolean;
  /** The steps in which a connection is opened, in order. */
  readonly steps: readonly ConnectStep[];
  /** The schema of a `config`, for descriptions. `check` knows more. */
  readonly config: z.ZodMiniType;
  /** Checks a `config` and adds the defaults. Throws InvalidConfig for the first member that is wrong. */
  check(config: unknown, context: CheckContext): CheckedConfig;
}

/** The members of a `config`, by name. */
export type ConfigShape = Readonly<Record<string, ConfigMember<unknown>>>;
/** The checked `config` of a shape. */
export type ConfigOf<Shape extends ConfigShape> = { readonly [Name in keyof Shape]: z.output<Shape[Name]> };

/** The parts of a connector type. */
export interface ConnectorTypeParts<Shape extends ConfigShape>
  extends Omit<ConnectorType, 'check' | 'config' | 'title' | 'words'> {
  readonly config: Shape;
  /** Default: the name of the type. */
  readonly title?: string;
  /** The words for members that no other type has, or that mean something else there. */
  readonly words?: Words;
  /** Returns the host that receives the credential; null if the type has no credential. */
  target(config: ConfigOf<Shape>): CredentialTarget | null;
  /** Checks what concerns several members. Throws InvalidConfig. */
  checkAll?(config: ConfigOf<Shape>, context: CheckContext): void;
  /**
   * Imports the code of the connector when it is first used, so that a service starts faster. Returns the function that
   * creates the connector.
   */
  load(): Promise<(config: ConfigOf<Shape>, context: OpenContext) => Connector>;
}

/** Creates a connector type whose `config` has the members of a shape, and no others. */
export function defineConnectorType<const Shape extends ConfigShape>(parts: ConnectorTypeParts<Shape>): ConnectorType {
  const { config: shape, checkAll, load, target, ...named } = parts;
  return {
    ...named,
    title: named.title ?? named.type,
    words: { ...CONFIG_WORDS, ...named.words },
    config: z.strictObject({ ...shape, [parts.readable]: readablePatterns }),
    check(given, context) {
      const { patterns, others } = splitPatterns(given, parts.readable);
      const config = readConfig(others, shape, parts.readable);
      checkAll?.(config, context);
      return {
        target: target(config),
        members: patterns === null ? config : { ...config, [parts.readable]: patterns },
        isReadable: (pathOrTable) =>
          patterns === null
            ? parts.readable === 'paths' || !SYSTEM_TABLE.test(pathOrTable)
            : matchesPatterns(patterns, pathOrTable),
        async load() {
          const create = await load();
          return (openContext) => create(config, openContext);
        },
      };
    },
  };
}

/** The tables in which PostgreSQL describes itself, with the hashes of passwords. Each name there finds them first. */
const SYSTEM_TABLE = /^pg_/i;

/** The names that keys which are bound to the integration may read; null if all. */
const readablePatterns = optional(listOf(text), null);

/** Separates the patterns from the members that belong to the type. They are null if the config has none. */
function splitPatterns(
  given: unknown,
  name: ConnectorType['readable'],
): { patterns: readonly string[] | null; others: unknown } {
  if (typeof given !== 'object' || given === null || !Object.hasOwn(given, name))
    return { patterns: null, others: given };
  const { [name]: patterns, ...others } = given as Readonly<Record<string, unknown>>;
  return { patterns: readMember(name, patterns, readablePatterns) as string[] | null, others };
}

function readConfig<Shape extends ConfigShape>(given: unknown, shape: Shape, readable: string): ConfigOf<Shape> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new InvalidConfig('config', `"config" is an object with ${[...Object.keys(shape), readable].join(', ')}.`);
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(shape, name))
      throw new InvalidConfig(
        `config.${name}`,
        `"config" has only ${[...Object.keys(shape), readable].join(', ')}.`,
        'key',
      );
  }
  const values = given as Readonly<Record<string, unknown>>;
  const read = Object.entries(shape).map(([name, member]) => [name, readMember(name, values[name] ?? null, member)]);
  // Each value was read by the member of its name, which is what ConfigOf describes.
  return Object.fromEntries(read) as ConfigOf<Shape>;
}

function readMember(name: string, value: unknown, member: ConfigMember<unknown>): unknown {
  const field = `config.${name}`;
  if (value !== null && hasSecret(JSON.stringify(value))) throw new InvalidConfig(field, `"${name}" ${SECRET_ADVICE}.`);
  const result = z.safeParse(member, value);
  if (result.success) return result.data;
  const problem = value === null ? 'is required' : result.error.issues[0]?.message;
  throw new InvalidConfig(field, `"${name}" ${problem}.`);
}

/** Returns true if a text contains a private key, or a URL with a password. */
function hasSecret(text: string): boolean {
  return /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY|PuTTY-User-Key-File|:\/\/[^\s/?#"@]{0,500}:[^\s/?#"]{1,500}@/.test(
    text,
  );
}
