import { closeSync, openSync } from 'node:fs';
import type { MessageMemory } from '../../../compiler/kernel/model/contract.ts';
import { writeAt } from '../../base/files/write-at.ts';
import { checksumOf } from '../../base/model/stored-data-damaged.ts';
import { createMessageMemory } from '../../base/model/message-memory.ts';
import type { ToHelper } from './messages.ts';

/** The messages that a helper thread holds until it writes them, by split and by index in the split. */
export class HeldBatches {
  /** Where the messages are. It is used again when they are written. */
  readonly memory: MessageMemory = createMessageMemory();
  readonly #splits = new Map<number, Uint8Array[]>();
  /**
   * The files that were written, by path. The helper opens them itself: a descriptor of another thread may already belong
   * to another file.
   */
  readonly #descriptors = new Map<string, number>();

  /** Holds the messages of the next batch of a split. */
  add(split: number, bytes: Uint8Array): void {
    const held = this.#splits.get(split);
    if (held === undefined) this.#splits.set(split, [bytes]);
    else held.push(bytes);
  }

  /** Writes messages to their place. Returns their checksum; null if that failed, or if they are not held. */
  write({ number, index, path, position, isChecked }: Extract<ToHelper, { kind: 'write' }>): number | null {
    const held = this.#splits.get(number);
    const bytes = held?.[index];
    if (held === undefined || bytes === undefined) return null;
    try {
      writeAt(this.#open(path), bytes, position);
    } catch {
      return null;
    }
    const checksum = isChecked ? checksumOf(bytes) : 0;
    this.memory.release(bytes);
    held[index] = RELEASED;
    return checksum;
  }

  /** Releases the messages of a split that are not written. */
  drop(split: number): void {
    for (const bytes of this.#splits.get(split) ?? []) this.memory.release(bytes);
    this.#splits.delete(split);
  }

  /** Closes the files. */
  close(): void {
    for (const descriptor of this.#descriptors.values()) closeSync(descriptor);
    this.#descriptors.clear();
  }

  #open(path: string): number {
    const descriptor = this.#descriptors.get(path) ?? openSync(path, 'r+');
    this.#descriptors.set(path, descriptor);
    return descriptor;
  }
}

const RELEASED = new Uint8Array(0);
