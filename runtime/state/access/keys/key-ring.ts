import { timingSafeEqual } from 'node:crypto';
import { describeError, type Log } from '../../../base/log/json-log.ts';
import { type KeyStore, openKeyStore, type StoredKey } from '../../store/access-keys.ts';
import type { ApiKey } from './api-key.ts';

/** The keys of the data folder in memory, never more than 2 seconds old. */
export interface KeyRing {
  /** True as soon as the folder has had a key. It never becomes false again in this process. */
  readonly hasKeys: boolean;
  /** Returns the stored key with the same id and the same random part. Returns null if there is none. */
  find(key: ApiKey): StoredKey | null;
  /** Returns the stored scopes of a client certificate, by the canonical form of its subject. The newest one wins. */
  findCertificate(subject: string): StoredKey | null;
  /** Stops reading the keys. */
  close(): Promise<void>;
}

const POLL_MS = 1000;
/** Compared with an unknown id, so that the time of the answer does not show which ids exist. */
const NO_HASH = new Uint8Array(32);

/** Opens the keys of a data folder, and reads them again when another process changes them. */
export async function openKeyRing(dataFolder: string, log: Log): Promise<KeyRing> {
  const ring = new PolledKeys(dataFolder, log, await openKeyStore(dataFolder));
  await ring.load();
  ring.start();
  return ring;
}

class PolledKeys implements KeyRing {
  hasKeys = false;
  readonly #folder: string;
  readonly #log: Log;
  #store: KeyStore | null;
  #version: number | null = null;
  #keys = new Map<string, StoredKey>();
  #timer: NodeJS.Timeout | null = null;
  #polling: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(folder: string, log: Log, store: KeyStore) {
    this.#folder = folder;
    this.#log = log;
    this.#store = store;
  }

  /** Reads all keys. The version is read first: a change in between is read again by the next poll. */
  async load(): Promise<void> {
    if (this.#store === null) return;
    this.#version = await this.#store.version();
    const keys = await this.#store.list();
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    this.hasKeys ||= keys.length > 0;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#polling = this.#poll().finally(() => {
        if (this.#timer !== null) this.start();
      });
    }, POLL_MS).unref();
  }

  find({ id, hash }: ApiKey): StoredKey | null {
    const key = this.#keys.get(id);
    const isSame = timingSafeEqual(hash, key?.hash ?? NO_HASH);
    return isSame && key !== undefined && key.hash !== null ? key : null;
  }

  findCertificate(subject: string): StoredKey | null {
    const found = [...this.#keys.values()].filter(({ certificate }) => certificate === subject);
    return found.findLast(({ revokedAt }) => revokedAt === null) ?? found.at(-1) ?? null;
  }

  async close(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#polling;
    await this.#store?.close();
  }

  // If the file cannot be read, the keys in memory remain in effect, and the next poll tries again.
  async #poll(): Promise<void> {
    try {
      this.#store ??= await openKeyStore(this.#folder);
      const version = await this.#store.version();
      if (version === null) {
        await this.#store.close();
        this.#store = null;
        this.#store = await openKeyStore(this.#folder);
      }
      if (version !== this.#version) await this.load();
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) this.#log.error('keys_unreadable', { error: describeError(error) });
      this.#isFailing = true;
    }
  }
}
