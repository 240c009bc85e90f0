import { hasRoomAfter } from './buffers.ts';

const encoder = new TextEncoder();

/** The JSON of a value that several records copy from another one. */
export class CopiedValue {
  #json = '';
  #bytes = new Uint8Array(0);

  /** Stores the JSON of the value. */
  set(json: string): void {
    if (json === this.#json) return;
    this.#json = json;
    this.#bytes = encoder.encode(json);
  }

  /**
   * Writes the JSON at index `length` of the output. Returns the index after it, or -1 if the remaining fields of the
   * record would have too little room.
   */
  write(output: Uint8Array, length: number): number {
    const bytes = this.#bytes;
    const end = length + bytes.length;
    if (!hasRoomAfter(end)) return -1;
    for (let i = 0; i < bytes.length; i++) output[length + i] = bytes[i] as number;
    return end;
  }
}
