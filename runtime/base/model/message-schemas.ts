import type { ValueFormat } from './value-format.ts';

/** How the subjects of schemas are named: by the topic, by the record, or by both. */
export const SUBJECT_STRATEGIES = ['topic', 'record', 'topic-record'] as const;
export type SubjectStrategy = (typeof SUBJECT_STRATEGIES)[number];

/** How the keys of messages are written: as texts, or as Avro strings with a schema. */
export const KEY_FORMATS = ['string', 'avro'] as const;
export type KeyFormat = (typeof KEY_FORMATS)[number];

/** Certificates for a registry with TLS, in PEM. `key` is the private key of `cert`. */
export interface RegistryTls {
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

/** Returns the headers that authorize a request to a registry. They contain a secret. */
export interface RegistryAuthorizer {
  /** Throws RunFailure if there is no such credential, and RunPause if it cannot be opened now. */
  authorize(): Promise<Readonly<Record<string, string>>>;
  /** Returns other headers after the registry has rejected the last ones. Null: there are none. Throws like authorize(). */
  renew(): Promise<Readonly<Record<string, string>> | null>;
}

/** The registry of a process. */
export interface SchemaSettings {
  /** The format of the messages of runs that do not ask for another one. */
  readonly valueFormat: ValueFormat;
  /** The URL of the registry without a slash at its end. Null: messages have no schemas in a registry. */
  readonly url: string | null;
  /** The header `Authorization`. Null: none. */
  readonly authorization: string | null;
  /** The name of the credential of the vault that authorizes requests. Null: none does. */
  readonly credential: string | null;
  /** Authorizes requests with the credential of the vault. Null: `authorization` does. */
  readonly authorizer: RegistryAuthorizer | null;
  /** Certificates in PEM: the authority of the registry, and those of this client. Null: those of the system, and none. */
  readonly tls: RegistryTls | null;
  readonly strategy: SubjectStrategy;
  /** Whether a schema that the registry does not know is registered. */
  readonly registers: boolean;
  readonly namespace: string | null;
  readonly keyFormat: KeyFormat;
}

/** A process without a registry. */
export const NO_SCHEMAS: SchemaSettings = {
  valueFormat: 'json',
  url: null,
  authorization: null,
  credential: null,
  authorizer: null,
  tls: null,
  strategy: 'topic',
  registers: false,
  namespace: null,
  keyFormat: 'string',
};

/** The schemas of the messages of a run in a registry. */
export interface RunSchemas {
  /** One for each published record type. `recordType` is null if the spec has one type. */
  readonly values: readonly RunSchema[];
  /** The id of the schema of keys. Null: keys are texts. */
  readonly keyId: number | null;
}

/** The schema of the messages of a spec, or of a record type. */
export interface RunSchema {
  readonly recordType: string | null;
  readonly id: number;
  /** Where the registry returns it: the header `ce_dataschema`. */
  readonly uri: string;
}
