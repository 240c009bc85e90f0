import type { MessageMemory } from '../../compiler/kernel/model/contract.ts';
import type { HeldMessages } from '../base/model/held-messages.ts';
import type { LineTarget } from './line-targets.ts';

/** The run waits while more bytes than this are not written yet. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** Bytes that wait. They follow each other in the output, from the offset `position` on. */
interface Waiting {
  position: number;
  parts: Uint8Array[];
}

/**
 * Writes bytes while later ones are added. Bytes of this thread are written one after another: while a write is under
 * way, later ones wait and are then written together. Messages that other threads hold are written at the same time, at
 * their own places.
 */
export class WriteQueue {
  readonly #target: LineTarget;
  readonly #memory: MessageMemory;
  #waiting: Waiting[] = [];
  /** Number of bytes that are not written yet. */
  #bytes = 0;
  /** The offset after all bytes that were added. */
  #end = 0;
  /** True while bytes of this thread are written. */
  #isWriting = false;
  /** Number of writes by other threads that are under way. */
  #writesOfOthers = 0;
  #failure: { error: unknown } | null = null;
  #wake: () => void = () => {};

  /** Releases bytes to `memory` when they are written. */
  constructor(target: LineTarget, memory: MessageMemory) {
    this.#target = target;
    this.#memory = memory;
  }

  /**
   * Adds bytes, or the messages that another thread holds. Waits while too many bytes are not written. Throws write
   * errors.
   */
  async add(bytes: Uint8Array, held?: HeldMessages): Promise<void> {
    if (this.#failure === null) {
      if (held !== undefined) void this.#writeHeld(held);
      else if (bytes.length > 0) this.#addOwn(bytes);
    }
    while (this.#bytes > MAX_WAITING_BYTES && this.#failure === null) await this.#progress();
    this.#throwFailure();
  }

  /** Waits until all bytes are written. Throws write errors, but not before every write has ended. */
  async drain(): Promise<void> {
    while (this.#isWriting || this.#writesOfOthers > 0) await this.#progress();
    this.#throwFailure();
  }

  #addOwn(bytes: Uint8Array): void {
    const last = this.#waiting.at(-1);
    const position = this.#reserve(bytes.length);
    if (last !== undefined && endOf(last) === position) last.parts.push(bytes);
    else this.#waiting.push({ position, parts: [bytes] });
    if (!this.#isWriting) void this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    this.#isWriting = true;
    try {
      for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
        await this.#target.write(next.parts, next.position);
        for (const part of next.parts) this.#memory.release(part);
        this.#bytes -= sizeOf(next.parts);
        this.#wake();
      }
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#isWriting = false;
    this.#wake();
  }

  async #writeHeld(held: HeldMessages): Promise<void> {
    this.#writesOfOthers++;
    try {
      if (this.#target.writeHeld === undefined) throw new Error('only a file can be written by other threads');
      await this.#target.writeHeld(held, this.#reserve(held.bytes));
      this.#bytes -= held.bytes;
    } catch (error) {
      this.#failure ??= { error };
    }
    this.#writesOfOthers--;
    this.#wake();
  }

  /** Returns the offset at which the next `bytes` bytes are written. */
  #reserve(bytes: number): number {
    const position = this.#end;
    this.#end += bytes;
    this.#bytes += bytes;
    return position;
  }

  /** Resolves when a write has ended. */
  #progress(): Promise<void> {
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}

function endOf({ position, parts }: Waiting): number {
  return position + sizeOf(parts);
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((bytes, { length }) => bytes + length, 0);
}
