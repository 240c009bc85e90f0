/** An integration as callers see it. It contains no secret. */
export interface Integration {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  /** The name of a connector type. */
  readonly type: string;
  /** Null if the integration has no credential. */
  readonly credentialId: string | null;
  /** The config with all defaults, as JSON values. */
  readonly config: Readonly<Record<string, unknown>>;
  /** 1 for a new integration. Each change adds 1. */
  readonly version: number;
  /** ISO 8601, UTC, like `updatedAt`. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The members of an integration that a caller sent. They are not checked yet. */
export interface IntegrationRequest {
  readonly name: string;
  readonly type: unknown;
  /** The id or the name of a credential; null or undefined for none. */
  readonly credentialId: unknown;
  readonly config: unknown;
}

/** There is no integration with this id or name. */
export class IntegrationNotFound extends Error {
  override readonly name = 'IntegrationNotFound';

  constructor(idOrName: string) {
    super(`There is no integration with the id or name "${idOrName.slice(0, 200)}".`);
  }
}

/** Another integration has the name. */
export class IntegrationNameTaken extends Error {
  override readonly name = 'IntegrationNameTaken';
}

/** The maximum number of integrations is stored. */
export class TooManyIntegrations extends Error {
  override readonly name = 'TooManyIntegrations';
}

/** The outcome of removing an integration. `in_use`: nothing was removed; `usedBy` are the ids of the jobs that use it. */
export type IntegrationRemoved = { kind: 'removed' } | { kind: 'not_found' } | { kind: 'in_use'; usedBy: string[] };
