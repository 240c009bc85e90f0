/** A file of a remote system. */
export interface RemoteFile {
  /** The path relative to the root of the connector, with `/` between names and without a leading `/`. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  /** When the content last changed: ISO 8601, UTC. Null if the system does not report it. */
  readonly modified: string | null;
  /**
   * A text that changes whenever the system can detect that the content changed: for example an ETag, a generation
   * number, or the size and the time of the last change.
   */
  readonly version: string;
}

/**
 * What a connector can do. A caller checks the capability that it needs before it calls the method. If the capability
 * is missing, the caller's error message names it.
 */
export interface Capabilities {
  /** Whether Connector.read() can start at any byte without transferring the bytes before it. */
  readonly canResume: boolean;
  /**
   * Whether RemoteFile.version changes with every change of the content, even if the size remains the same and the last
   * change was less than a second ago.
   */
  readonly hasExactVersions: boolean;
  /** Whether a file that Connector.write() creates appears under its name only when it is complete. */
  readonly isWriteAtomic: boolean;
  /** Whether Connector.write() is supported. */
  readonly canWrite: boolean;
  /** Whether Connector.move() is supported. */
  readonly canMove: boolean;
  /** Whether Connector.remove() is supported. */
  readonly canRemove: boolean;
}

/** Which part and which version of a file to read. */
export interface ReadRequest {
  /** Offset of the first byte to read; 0 by default. */
  readonly from?: number;
  /**
   * The version that the file must have. If the file has another version, read() throws a ConnectorFailure with the
   * code `source_changed`. Absent: any version is read.
   */
  readonly ifVersion?: string;
}

/**
 * The content of a file from the requested offset to the end. The caller must read `bytes` to the end or call `cancel`.
 */
export interface RemoteContent {
  readonly file: RemoteFile;
  /**
   * The content. A chunk may be overwritten when the next one is requested. Iterating throws a ConnectorFailure with the
   * code `source_changed` if the file changed while it was read, and other errors of the connection or the system.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Ends reading before the end of the file. */
  cancel(): Promise<void>;
}

/** A file that is being written. It appears under its name only when `commit` is called. */
export interface RemoteWriter {
  /** Appends bytes. The caller must wait for the promise before the next call. */
  write(bytes: Uint8Array): Promise<void>;
  /** Completes the file. It replaces an existing file of the same name. */
  commit(): Promise<void>;
  /** Discards the file. The part that was written is removed if possible. Never throws. */
  abort(): Promise<void>;
}

/**
 * Access to the files below a root folder on a remote system or on this machine. All paths are relative to the root. A
 * path that leaves the root is rejected with the code `invalid_path`. Every method except close() may throw
 * ConnectorFailure. Connections are opened when they are needed, with the current version of the credential.
 */
export interface Connector {
  readonly capabilities: Capabilities;
  /**
   * Opens a connection and authenticates, without using a file. Reports each step to the OnStep that the connector was
   * created with.
   */
  test(): Promise<void>;
  /**
   * Yields the files in the folder `path` whose names match `pattern` (see compileFilePattern; default: all names).
   * With `isRecursive`, also yields those in subfolders. Throws InvalidPattern if the pattern is not valid.
   */
  list(path: string, options?: { pattern?: string; isRecursive?: boolean }): AsyncIterable<RemoteFile>;
  /** Returns the attributes of a file. Returns null if there is no file at `path`, or if it is a folder. */
  stat(path: string): Promise<RemoteFile | null>;
  /** Opens the content of a file. Throws ConnectorFailure with the code `not_found` if there is no such file. */
  read(path: string, request?: ReadRequest): Promise<RemoteContent>;
  /**
   * Starts to write a file and creates missing folders. Until the file is complete, its content is in a temporary file,
   * if the system permits that.
   */
  write(path: string): Promise<RemoteWriter>;
  /**
   * Moves a file and creates missing folders. Throws ConnectorFailure with the code `already_exists` if there is a file
   * at `to`.
   */
  move(from: string, to: string): Promise<void>;
  /** Removes a file. Does nothing if there is no such file in the folder. */
  remove(path: string): Promise<void>;
  /** Closes all connections. Calls that use a connection fail. */
  close(): Promise<void>;
}

/**
 * The steps in which a connection is opened, in order. Not every protocol has all of them. A connector reports the
 * beginning of each step that it performs.
 */
export type ConnectStep = 'resolve' | 'connect' | 'hostKey' | 'tls' | 'authenticate';

/**
 * Called when a step of opening a connection begins. If opening fails, the last reported step is the one that failed.
 */
export type OnStep = (step: ConnectStep) => void;
