/** A file of a remote system, as a listing contains it. */
export interface RemoteFile {
  /** Relative to the root of the integration, with `/` between names and no leading `/`. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** When its content last changed: ISO 8601, UTC. Null if the system does not report it. */
  readonly modified: string | null;
  /** Changes with every change of the content that the system can detect: an ETag, a generation, or size and time. */
  readonly version: string;
}

/**
 * What a connector can do. A caller checks a capability before it relies on it. If one is missing, a message to the
 * user names it.
 */
export interface Capabilities {
  /** `read` can start at any byte without reading the bytes before it. */
  readonly canResume: boolean;
  /** `version` changes with every change of the content, even of the same size within one second. */
  readonly hasExactVersions: boolean;
  /** A file that is being written is not visible before it is complete. */
  readonly isWriteAtomic: boolean;
  readonly canWrite: boolean;
  readonly canMove: boolean;
  readonly canRemove: boolean;
}

export interface ReadRequest {
  /** The byte at which reading starts; 0 by default. */
  readonly from?: number;
  /** The version that the file must have. If it has another one, reading ends with `source_changed`. */
  readonly ifVersion?: string;
}

/** The content of a file from the requested byte on. The caller must read to the end or call `cancel`. */
export interface RemoteContent {
  readonly file: RemoteFile;
  /** Throws ConnectorFailure, with `source_changed` if the file was replaced while it was read. */
  readonly bytes: AsyncIterable<Uint8Array>;
  cancel(): Promise<void>;
}

/** A file that is being written. It appears under its name when `commit` resolves, and not before. */
export interface RemoteWriter {
  /** Resolves when the caller may write more bytes. */
  write(bytes: Uint8Array): Promise<void>;
  /** Replaces a file of the same name. */
  commit(): Promise<void>;
  /** Removes what was written so far. Never throws. */
  abort(): Promise<void>;
}

/**
 * A remote system: files below a root. Paths are relative to the root, and a path that leaves it is rejected. Every
 * method throws ConnectorFailure. Connections are opened when they are needed, with the credential's current version.
 */
export interface Connector {
  readonly capabilities: Capabilities;
  /**
   * Returns the files below the folder `path` whose names match `pattern` (see file-pattern.ts). It reads the listing
   * page by page and never stores all of it in memory. `isRecursive` includes the files of subfolders.
   */
  list(path: string, options?: { pattern?: string; isRecursive?: boolean }): AsyncIterable<RemoteFile>;
  /** Returns null if there is no such file. */
  stat(path: string): Promise<RemoteFile | null>;
  read(path: string, request?: ReadRequest): Promise<RemoteContent>;
  /**
   * Creates missing folders. If the system cannot write atomically, the file has a temporary name until it is complete.
   */
  write(path: string): Promise<RemoteWriter>;
  /** Creates missing folders. Throws `already_exists` if there is a file at `to`. */
  move(from: string, to: string): Promise<void>;
  /** Does nothing if the file no longer exists. */
  remove(path: string): Promise<void>;
  /** Closes all connections. Calls in progress fail. */
  close(): Promise<void>;
}

/** The steps in which a connection is opened, in order. A connector reports each as it begins. */
export type ConnectStep = 'resolve' | 'connect' | 'hostKey' | 'tls' | 'authenticate';

/** Called when a step begins, so that a failure can be assigned to it. */
export type OnStep = (step: ConnectStep) => void;
