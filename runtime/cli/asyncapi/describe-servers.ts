import type { Registry } from './describe-values.ts';

/** A connection to Kafka, as the settings of the program have it. */
export interface Connection {
  /** `host:port` of one or more brokers of the cluster. */
  readonly brokers: readonly string[];
  readonly isEncrypted: boolean;
  /** The mechanism of SASL. `none`: clients do not authenticate. */
  readonly sasl: 'none' | 'plain' | 'scram-sha-256' | 'scram-sha-512';
}

/** A part of an AsyncAPI document, as plain data. */
type Part = Readonly<Record<string, unknown>>;

/** The types of security schemes in AsyncAPI. */
const SCHEMES = { plain: 'plain', 'scram-sha-256': 'scramSha256', 'scram-sha-512': 'scramSha512' } as const;

/**
 * Returns the servers of a document, and the security schemes that they refer to. Never a user or a password. `registry` has
 * the schemas of the messages. Null: there is none.
 */
export function describeServers(
  { brokers, isEncrypted, sasl }: Connection,
  registry: Registry | null,
): { servers: Part; securitySchemes: Part | null } {
  const server = {
    // The standard has one host for a server: the others follow in the description.
    host: brokers[0],
    protocol: isEncrypted ? 'kafka-secure' : 'kafka',
    ...(brokers.length > 1 && { description: `All brokers: ${brokers.join(', ')}` }),
    ...(registry !== null && {
      bindings: { kafka: { schemaRegistryUrl: registry.url, bindingVersion: '0.5.0' } },
    }),
    ...(sasl !== 'none' && { security: [{ $ref: '#/components/securitySchemes/sasl' }] }),
  };
  if (sasl === 'none') return { servers: { kafka: server }, securitySchemes: null };
  const scheme = { type: SCHEMES[sasl], description: `SASL ${sasl.toUpperCase()}` };
  return { servers: { kafka: server }, securitySchemes: { sasl: scheme } };
}
