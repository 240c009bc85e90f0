/** An integration that was created over the API. It contains no secret. */
export interface StoredIntegration {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** The name of a connector type. */
  readonly type: string;
  /** The id of the credential. Null if the integration has none. */
  readonly credentialId: string | null;
  /** The checked config with all defaults, as JSON values. */
  readonly config: Readonly<Record<string, unknown>>;
  /** 1 for a new integration. Each change adds 1. */
  readonly version: number;
  /** ISO 8601, UTC, like `updatedAt`. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The outcome of writing an integration. Unless it is `written`, nothing was stored. */
export type IntegrationWritten =
  | { kind: 'written'; integration: StoredIntegration }
  | { kind: 'name_taken' }
  | { kind: 'credential_not_found' }
  | { kind: 'too_many' }
  | { kind: 'not_found' };

/** The members of an integration that a caller writes. */
export type IntegrationInput = Pick<StoredIntegration, 'name' | 'type' | 'credentialId' | 'config'>;

/** The integrations of the API. Every change is durable when its promise resolves. All methods throw DiskFull. */
export interface IntegrationStore {
  /** Returns all integrations, sorted by name. */
  list(): Promise<StoredIntegration[]>;
  get(id: string): Promise<StoredIntegration | null>;
  findByName(name: string): Promise<StoredIntegration | null>;
  /** Stores a new integration with this id. */
  insert(id: string, input: IntegrationInput): Promise<IntegrationWritten>;
  /** Replaces an integration. It retains its id. */
  replace(id: string, input: IntegrationInput): Promise<IntegrationWritten>;
  /** Removes an integration. Returns false if there is none with this id. */
  remove(id: string): Promise<boolean>;
}
