/** A file of an outside system, as a listing shows it. */
export interface RemoteFile {
  /** Below the root of the integration, with `/` between names and none in front. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** When its content changed last: ISO 8601, UTC; null where the system does not say. */
  readonly modified: string | null;
  /** Changes whenever the content does, as far as the system can detect: an ETag, a generation, or size and time. */
  readonly version: string;
}

/** What a connector can do. A caller asks before it relies on it, and an answer to a user names what is missing. */
export interface Capabilities {
  /** `read` starts at any byte without reading what lies before. */
  readonly canResume: boolean;
  /** `version` changes with every change of the content, even of the same size within one second. */
  readonly hasExactVersions: boolean;
  /** `write` shows a file whole or not at all. */
  readonly isWriteAtomic: boolean;
  readonly canWrite: boolean;
  readonly canMove: boolean;
  readonly canRemove: boolean;
}

export interface ReadRequest {
  /** The byte at which reading starts; 0 by default. */
  readonly from?: number;
  /** The version that the file must have: another one ends the reading with `source_changed`. */
  readonly ifVersion?: string;
}

/** The content of a file from the requested byte on. The caller must read to the end or call `cancel`. */
export interface RemoteContent {
  readonly file: RemoteFile;
  /** Throws ConnectorFailure; `source_changed` where the file is a different one by the end. */
  readonly bytes: AsyncIterable<Uint8Array>;
  cancel(): Promise<void>;
}

/** A file that is being written. It appears under its name when `commit` resolves, and not before. */
export interface RemoteWriter {
  /** Resolves when more bytes may be written: a caller waits for it. */
  write(bytes: Uint8Array): Promise<void>;
  /** Replaces a file of the same name. */
  commit(): Promise<void>;
  /** Removes what was written so far. Never throws. */
  abort(): Promise<void>;
}

/**
 * One outside system: files below a root. Paths are relative to the root; one that leaves it is refused. Every method
 * throws ConnectorFailure. Connections are opened when they are needed, with the credential's current version.
 */
export interface Connector {
  readonly capabilities: Capabilities;
  /**
   * The files below the folder `path` whose names match `pattern` (see file-pattern.ts), page by page: a listing is
   * never held in memory as a whole. `isRecursive` includes those of subfolders.
   */
  list(path: string, options?: { pattern?: string; isRecursive?: boolean }): AsyncIterable<RemoteFile>;
  /** Null where there is no such file. */
  stat(path: string): Promise<RemoteFile | null>;
  read(path: string, request?: ReadRequest): Promise<RemoteContent>;
  /** Writes under a temporary name first, where the system has no atomic way; folders are created. */
  write(path: string): Promise<RemoteWriter>;
  /** Fails with `already_exists` where there is a file at `to`; folders are created. */
  move(from: string, to: string): Promise<void>;
  /** Succeeds where the file is gone already. */
  remove(path: string): Promise<void>;
  /** Ends all connections. Calls under way fail. */
  close(): Promise<void>;
}

/** The steps in which a connection is opened, in order. A connector reports each as it begins. */
export type ConnectStep = 'resolve' | 'connect' | 'hostKey' | 'tls' | 'authenticate';

/** Called when a step begins, so that a failure can be assigned to it. */
export type OnStep = (step: ConnectStep) => void;
