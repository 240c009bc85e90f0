import type { RemoteContent, RemoteWriter } from '../connector.ts';

/** An object of a store. */
export interface StoredObject {
  /** The whole name in the bucket or container. */
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** ISO 8601, UTC; null if the store does not report it. */
  readonly modified: string | null;
  /** The ETag or the generation. */
  readonly version: string;
  /** A checksum of the content that a copy also has; null if the store has none for this object. */
  readonly checksum: string | null;
}

/** Which objects to list: those whose name starts with `prefix`. */
export interface ListRequest {
  readonly prefix: string;
  /** False: without the objects that have another `/` after the prefix. */
  readonly isRecursive: boolean;
  /** The `next` of the page before. */
  readonly marker: string | null;
}

/** A part of a listing. */
export interface ObjectPage {
  readonly objects: readonly StoredObject[];
  /** The marker of the next page; null after the last one. */
  readonly next: string | null;
}

/**
 * What the interfaces of object stores have in common: objects under names, without folders. All methods except close()
 * may throw ConnectorFailure.
 */
export interface ObjectStore {
  /** Returns at most 1,000 objects. */
  listPage(request: ListRequest): Promise<ObjectPage>;
  /** Returns the attributes of an object; null if there is none. */
  stat(name: string): Promise<StoredObject | null>;
  /**
   * Opens the content of an object at the byte `from`. Returns null if the object has no byte at `from`. Throws
   * ConnectorFailure with the code `source_changed` if the object has another version than `ifVersion`.
   */
  open(
    name: string,
    request: { path: string; from: number; ifVersion: string | undefined },
  ): Promise<RemoteContent | null>;
  /** Starts an upload. The object appears when it is complete. */
  write(name: string): RemoteWriter;
  /** Copies an object within the store. Throws `already_exists` if the store detects that there is an object at `to`. */
  copy(from: StoredObject, to: string): Promise<void>;
  /**
   * Removes an object; does nothing if there is none. If the store can, it removes only the version `ifVersion`, and
   * throws `source_changed` for another one.
   */
  remove(name: string, ifVersion?: string): Promise<void>;
  close(): void;
}
