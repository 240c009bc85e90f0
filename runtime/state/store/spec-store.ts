/** The current version of a spec that was created over the API. */
export interface StoredSpec {
  /** UUID. */
  id: string;
  name: string;
  /** The spec as JSON text. */
  body: string;
  /** Version of the spec: SHA-256 of its canonical form, hexadecimal. */
  version: string;
  /** Number of the current version: 1 for the first. */
  number: number;
  /**
   * `createdAt`: when the spec was created. `updatedAt`: when its current version was created. Both are ISO 8601, UTC.
   */
  createdAt: string;
  updatedAt: string;
}

/** One version of a spec, current or earlier. `number` is 1 for the first version, and `createdAt` is ISO 8601, UTC. */
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
  /** With the new version, the texts of all versions of all specs would exceed the size limit of the store. */
  | { kind: 'quota_exceeded' }
  /** `ifVersion` is not the current version. `version` is the current version. */
  | { kind: 'version_differs'; version: string };

/** The outcome of removing a spec. `version_differs`: `ifVersion` is not the current version, which is `version`. */
export type Removed = { kind: 'removed' } | { kind: 'not_found' } | { kind: 'version_differs'; version: string };

/**
 * The specs that were created over the API. Names are unique and case-sensitive. All methods throw DiskFull. The
 * methods that change something resolve when the change is durable.
 */
export interface SpecStore {
  /** Returns the current versions of all specs, sorted by name. */
  list(): Promise<StoredSpec[]>;
  get(id: string): Promise<StoredSpec | null>;
  findByName(name: string): Promise<StoredSpec | null>;
  /** Stores a new spec. */
  insert(spec: { id: string; name: string; body: string; version: string }): Promise<Inserted>;
  /**
   * Stores the next version of a spec. With `ifVersion`, only if that is the current version. If name, version and text
   * do not change, adds no version and returns `replaced`.
   */
  replace(
    id: string,
    spec: { name: string; body: string; version: string },
    condition?: { ifVersion?: string },
  ): Promise<Replaced>;
  /** Removes a spec with all its versions. With `ifVersion`, only if that is the current version. */
  remove(id: string, condition?: { ifVersion?: string }): Promise<Removed>;
  /** Returns all versions of a spec, oldest first; empty if there is no such spec. */
  versions(id: string): Promise<StoredVersion[]>;
  /** Returns the number of the current version of each spec, by its id. */
  numbers(): Promise<Map<string, number>>;
}

/** The methods that other processes can use while the service is running. */
export type SpecReader = Pick<SpecStore, 'get'>;
