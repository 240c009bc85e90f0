/** An integration as callers see it. It contains no secret. */
export interface Integration {
  /** UUID. */
  readonly id: string;
  /** `api`: created over the API. `git`: defined by a file of the specs folder, and changed in git alone. */
  readonly origin: 'api' | 'git';
  readonly name: string;
  /** The name of a connector type. */
  readonly type: string;
  /** Null if the integration has no credential, or if there is none with the name that a file in git states. */
  readonly credentialId: string | null;
  /** The config with all defaults, as JSON values. */
  readonly config: Readonly<Record<string, unknown>>;
  /** 1 for a new integration. Each change adds 1. Null in git. */
  readonly version: number | null;
  /** ISO 8601, UTC, like `updatedAt`. Null in git. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
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
