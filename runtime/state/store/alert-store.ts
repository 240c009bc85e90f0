/** Something that a person should know of. */
export interface NewAlert {
  /** UUID. */
  readonly id: string;
  readonly kind: string;
  /** What is sent, as JSON text. */
  readonly payload: string;
}

/** An alert that waits to be sent. Times are in milliseconds since 1970. */
export interface StoredAlert extends NewAlert {
  readonly createdAt: number;
  readonly attempts: number;
}

/** The alerts that wait to be sent. All methods throw DiskFull. */
export interface AlertStore {
  /** Stores an alert. Does nothing for null. */
  add(alert: NewAlert | null): Promise<void>;
  /** Returns up to 20 alerts whose time has come, oldest first. */
  waiting(now: number): Promise<StoredAlert[]>;
  /** Returns when the next alert may be sent; null if none waits. */
  nextAt(): Promise<number | null>;
  remove(id: string): Promise<void>;
  /** Records a failed attempt, and when to try again. */
  postpone(id: string, nextAt: number): Promise<void>;
}
