/**
 * The messages of a batch that are in the memory of another thread. That thread writes them into a file itself, because
 * copying them between threads costs more than writing them.
 */
export interface HeldMessages {
  /** Size of the messages, in bytes. */
  readonly bytes: number;
  /**
   * Writes the messages into the existing file `path`, from the offset `position` on. Call it at most once, and before the
   * next batch is requested. Resolves when they are written, with
   * their checksum if `isChecked`, otherwise 0. Throws the system's errors.
   */
  write(path: string, position: number, isChecked: boolean): Promise<number>;
}
