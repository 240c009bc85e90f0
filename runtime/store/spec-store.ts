/** A spec that was made over the API, in its current version. */
export interface StoredSpec {
  /** UUID. */
  id: string;
  name: string;
  /** The spec as JSON text, as it was sent. */
  body: string;
  /** The version's hash: SHA-256 of the spec's canonical form, hexadecimal. */
  version: string;
  /** Counts the versions of the spec, from 1. */
  number: number;
  /** When the spec, and when this version of it, was made: ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
}

/** One version of a spec, the current one included. */
export interface StoredVersion {
  number: number;
  version: string;
  body: string;
  createdAt: string;
}

export type Inserted = { kind: 'inserted'; spec: StoredSpec } | { kind: 'name_taken' };

export type Replaced =
  | { kind: 'replaced'; spec: StoredSpec }
  | { kind: 'not_found' }
  | { kind: 'name_taken' }
  /** If-Match: the current version is another. */
  | { kind: 'version_differs'; version: string };

export type Removed = { kind: 'removed' } | { kind: 'not_found' } | { kind: 'version_differs'; version: string };

/** The specs of the API. Names are compared exactly, and no two specs have the same. Throws DiskFull. */
export interface SpecStore {
  /** All specs, by name. */
  list(): Promise<StoredSpec[]>;
  get(id: string): Promise<StoredSpec | null>;
  findByName(name: string): Promise<StoredSpec | null>;
  /** Durable when it resolves, as with all that follows. */
  insert(spec: { id: string; name: string; body: string; version: string }): Promise<Inserted>;
  /** The next version of a spec; `ifVersion`: only where that one is current. What would change nothing makes no version. */
  replace(
    id: string,
    spec: { name: string; body: string; version: string },
    condition?: { ifVersion?: string },
  ): Promise<Replaced>;
  /** Removes the spec with its versions. */
  remove(id: string, condition?: { ifVersion?: string }): Promise<Removed>;
  /** All versions of a spec, the first one first; empty where there is no such spec. */
  versions(id: string): Promise<StoredVersion[]>;
}

/** What may be read of them beside a running service. */
export type SpecReader = Pick<SpecStore, 'get'>;
