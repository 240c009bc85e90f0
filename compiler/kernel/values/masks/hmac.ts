/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const ROUNDS = Int32Array.from(primes(64), (prime) => fractionOf(Math.cbrt(prime)));
/** The same of the square roots of the first eight primes (5.3.3). */
const START = Int32Array.from(primes(8), (prime) => fractionOf(Math.sqrt(prime)));

const BLOCK = 64;
const DIGEST = 32;
/** The bytes at the end of a block that hold the length of the message. */
const LENGTH = 8;

/**
 * HMAC-SHA-256 (RFC 2104) with one key. Kernels run in browsers, too, whose own HMAC is asynchronous. The states after
 * the blocks of the key are computed once, so that a short text costs two or three blocks.
 */
export class Hmac {
  readonly #inner: Int32Array;
  readonly #outer: Int32Array;
  readonly #state = new Int32Array(8);
  readonly #words = new Int32Array(BLOCK);
  readonly #block = new Uint8Array(BLOCK);
  readonly #digest = new Uint8Array(DIGEST);

  /** `key`: any number of bytes. */
  constructor(key: Uint8Array) {
    const own = new Uint8Array(BLOCK);
    if (key.length > BLOCK) {
      this.#state.set(START);
      this.#finish(key, 0);
      own.set(this.#digest);
    } else own.set(key);
    this.#inner = this.#afterKey(own, 0x36);
    this.#outer = this.#afterKey(own, 0x5c);
  }

  /** Returns the code of a message as 64 hexadecimal digits in lower case. */
  hex(message: Uint8Array): string {
    this.#state.set(this.#inner);
    this.#finish(message, BLOCK);
    this.#state.set(this.#outer);
    this.#finish(this.#digest, BLOCK);
    let hex = '';
    for (const byte of this.#digest) hex += HEX[byte] ?? '';
    return hex;
  }

  #afterKey(key: Uint8Array, pad: number): Int32Array {
    this.#state.set(START);
    this.#add(
      key.map((byte) => byte ^ pad),
      0,
    );
    return this.#state.slice();
  }

  /** Adds the rest of a message, and writes the hash. `before`: the bytes that were added before. */
  #finish(message: Uint8Array, before: number): void {
    const whole = message.length - (message.length % BLOCK);
    for (let at = 0; at < whole; at += BLOCK) this.#add(message, at);
    const rest = message.length - whole;
    const block = this.#block;
    block.fill(0);
    for (let i = 0; i < rest; i++) block[i] = message[whole + i] as number;
    block[rest] = 0x80;
    if (rest >= BLOCK - LENGTH) {
      this.#add(block, 0);
      block.fill(0);
    }
    const bits = (before + message.length) * 8;
    writeWord(block, BLOCK - LENGTH, Math.floor(bits / 2 ** 32));
    writeWord(block, BLOCK - 4, bits);
    this.#add(block, 0);
    for (let i = 0; i < 8; i++) writeWord(this.#digest, i * 4, this.#state[i] as number);
  }

  /** Adds a block to the state (FIPS 180-4, 6.2.2). */
  #add(bytes: Uint8Array, from: number): void {
    const words = this.#words;
    const state = this.#state;
    for (let i = 0; i < 16; i++) {
      const at = from + i * 4;
      words[i] =
        ((bytes[at] as number) << 24) |
        ((bytes[at + 1] as number) << 16) |
        ((bytes[at + 2] as number) << 8) |
        (bytes[at + 3] as number);
    }
    for (let i = 16; i < BLOCK; i++) {
      const early = words[i - 15] as number;
      const late = words[i - 2] as number;
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[i] = (words[i - 16] as number) + first + (words[i - 7] as number) + second;
    }
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let d = state[3] as number;
    let e = state[4] as number;
    let f = state[5] as number;
    let g = state[6] as number;
    let h = state[7] as number;
    for (let i = 0; i < BLOCK; i++) {
      const chosen = (e & f) ^ (~e & g);
      const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const one = (h + mixed + chosen + (ROUNDS[i] as number) + (words[i] as number)) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + one) | 0;
      d = c;
      c = b;
      b = a;
      a = (one + two) | 0;
    }
    state[0] = (state[0] as number) + a;
    state[1] = (state[1] as number) + b;
    state[2] = (state[2] as number) + c;
    state[3] = (state[3] as number) + d;
    state[4] = (state[4] as number) + e;
    state[5] = (state[5] as number) + f;
    state[6] = (state[6] as number) + g;
    state[7] = (state[7] as number) + h;
  }
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
}

/** Returns the first prime numbers. */
function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime > 0)) found.push(number);
  return found;
}

function fractionOf(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}
