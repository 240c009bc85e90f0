/** The current version of a spec that was created over the API. */
export interface StoredSpec {
  /** UUID. */
  id: string;
  name: string;
  /** The spec as JSON text. */
  body: string;
  /** SHA-256 of the spec's canonical form, hexadecimal. */
  version: string;
  /** Number of the version, from 1. */
  number: number;
  /** When the spec, and when its current version, was created: ISO 8601, UTC. */
  createdAt: string;
  updatedAt: string;
}

/** One version of a spec, current or earlier. */
export interface StoredVersion {
  number: number;
  version: string;
  body: string;
  createdAt: string;
}

/** The outcome of inserting a spec. */
export type Inserted = { kind: 'inserted'; spec: StoredSpec } | { kind: 'name_taken' } | { kind: 'quota_exceeded' };

/** The outcome of replacing a spec. */
export type Replaced =
  | { kind: 'replaced'; spec: StoredSpec }
  | { kind: 'not_found' }
  | { kind: 'name_taken' }
  /** The texts of all versions of all specs would exceed the limit of the store. */
  | { kind: 'quota_exceeded' }
  /** `ifVersion` is not the current version. */
  | { kind: 'version_differs'; version: string };

/** The outcome of removing a spec. */
export type Removed = { kind: 'removed' } | { kind: 'not_found' } | { kind: 'version_differs'; version: string };

/** The specs of the API. Names are unique and case-sensitive. All methods throw DiskFull. */
export interface SpecStore {
  /** Sorted by name. */
  list(): Promise<StoredSpec[]>;
  get(id: string): Promise<StoredSpec | null>;
  findByName(name: string): Promise<StoredSpec | null>;
  /** Stores a new spec. This and the following methods are durable when they resolve. */
  insert(spec: { id: string; name: string; body: string; version: string }): Promise<Inserted>;
  /**
   * Stores the next version of a spec. With `ifVersion`, only if that is its current version. If nothing would change,
   * no version is added.
   */
  replace(
    id: string,
    spec: { name: string; body: string; version: string },
    condition?: { ifVersion?: string },
  ): Promise<Replaced>;
  /** Removes a spec with all its versions. */
  remove(id: string, condition?: { ifVersion?: string }): Promise<Removed>;
  /** Returns all versions of a spec, oldest first; empty if there is no such spec. */
  versions(id: string): Promise<StoredVersion[]>;
}

/** The part of the store that other processes can read while the service is running. */
export type SpecReader = Pick<SpecStore, 'get'>;
