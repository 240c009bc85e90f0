/** A file of a remote system. */
export interface RemoteFile {
  /** The path relative to the root of the integration, with `/` between names and without a leading `/`. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** When the content last changed: ISO 8601, UTC. Null if the system does not report it. */
  readonly modified: string | null;
  /**
   * A text that changes with every change of the content that the system can detect: an ETag, a generation number, or
   * size and time.
   */
  readonly version: string;
}

/**
 * What a connector can do. A caller checks the capability that it needs. If it is missing, the caller's message to the
 * user names it.
 */
export interface Capabilities {
  /** Whether `read` can start at any byte without transferring the bytes before it. */
  readonly canResume: boolean;
  /**
   * Whether `version` changes with every change of the content, even if the size remains the same and the change
   * happens within one second.
   */
  readonly hasExactVersions: boolean;
  /** Whether a file that is being written remains invisible until it is complete. */
  readonly isWriteAtomic: boolean;
  /** Whether `write` is supported. */
  readonly canWrite: boolean;
  /** Whether `move` is supported. */
  readonly canMove: boolean;
  /** Whether `remove` is supported. */
  readonly canRemove: boolean;
}

/** What to read of a file. */
export interface ReadRequest {
  /** Offset of the first byte to read; 0 by default. */
  readonly from?: number;
  /**
   * The version that the file must have. If it has another one, a ConnectorFailure with the code `source_changed` is
   * thrown.
   */
  readonly ifVersion?: string;
}

/** The content of a file from the requested byte on. The caller must read `bytes` to the end or call `cancel`. */
export interface RemoteContent {
  readonly file: RemoteFile;
  /**
   * Yields the content. Throws ConnectorFailure; its code is `source_changed` if the file changed while it was read.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Ends reading before the end of the file. */
  cancel(): Promise<void>;
}

/** A file that is being written. It appears under its name only when `commit` resolves. */
export interface RemoteWriter {
  /** Appends bytes. The caller must wait for the promise before the next call. */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file. It replaces an existing file of the same name. */
  commit(): Promise<void>;
  /** Removes everything that was written. Never throws. */
  abort(): Promise<void>;
}

/**
 * Access to the files below a root on a remote system. All paths are relative to the root; a path that leaves it is
 * rejected. Every method throws ConnectorFailure. Connections are opened when they are needed, with the current version
 * of the credential.
 */
export interface Connector {
  readonly capabilities: Capabilities;
  /**
   * Yields the files in the folder `path` whose names match `pattern` (see compileFilePattern; default: all names).
   * With `isRecursive`, it includes the files in subfolders. The listing is read page by page and never completely in
   * memory. Also throws InvalidPattern.
   */
  list(path: string, options?: { pattern?: string; isRecursive?: boolean }): AsyncIterable<RemoteFile>;
  /** Returns a file without its content; null if there is no such file. */
  stat(path: string): Promise<RemoteFile | null>;
  /** Opens the content of a file. Throws ConnectorFailure with the code `not_found` if there is no such file. */
  read(path: string, request?: ReadRequest): Promise<RemoteContent>;
  /**
   * Starts to write a file and creates missing folders. If the system cannot write atomically, the file has a temporary
   * name until it is complete.
   */
  write(path: string): Promise<RemoteWriter>;
  /**
   * Moves a file and creates missing folders. Throws ConnectorFailure with the code `already_exists` if there is a file
   * at `to`.
   */
  move(from: string, to: string): Promise<void>;
  /** Removes a file. Does nothing if it does not exist. */
  remove(path: string): Promise<void>;
  /** Closes all connections. Calls in progress fail. */
  close(): Promise<void>;
}

/** The steps in which a connection is opened, in order. A connector reports the beginning of each step. */
export type ConnectStep = 'resolve' | 'connect' | 'hostKey' | 'tls' | 'authenticate';

/** Called when a step of opening a connection begins. If the connection fails, the caller thus knows the step. */
export type OnStep = (step: ConnectStep) => void;
