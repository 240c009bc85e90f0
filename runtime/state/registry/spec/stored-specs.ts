import type { Log } from '../../../base/log/json-log.ts';
import type { SpecStore, StoredSpec } from '../../store/spec-store.ts';
import { readCompiled, type SpecReader } from '../compile/compiled-spec.ts';
import { type ApiSpec, createApiSpec, inputOf } from './registered-spec.ts';

/** The specs of the store, as they were created over the API. */
export class StoredSpecs {
  /** By their ids. */
  readonly all = new Map<string, ApiSpec>();
  readonly #store: SpecStore;
  readonly #reader: SpecReader;
  readonly #log: Log;

  constructor(store: SpecStore, { reader, log }: { reader: SpecReader; log: Log }) {
    this.#store = store;
    this.#reader = reader;
    this.#log = log;
  }

  async load(): Promise<void> {
    for (const stored of await this.#store.list()) this.all.set(stored.id, await this.#read(stored));
  }

  /** Loads the specs that other instances have changed. Returns whether there are any. */
  async refresh(): Promise<boolean> {
    const numbers = await this.#store.numbers();
    const removed = [...this.all.keys()].filter((id) => !numbers.has(id));
    for (const id of removed) this.all.delete(id);
    let changes = removed.length;
    for (const [id, number] of numbers) {
      if (this.all.get(id)?.stored.number === number) continue;
      const stored = await this.#store.get(id);
      if (stored !== null) this.all.set(id, await this.#read(stored));
      changes++;
    }
    return changes > 0;
  }

  async #read(stored: StoredSpec): Promise<ApiSpec> {
    const reading = await readCompiled(inputOf(stored), this.#reader);
    if (reading.kind === 'compiled') return createApiSpec(stored, reading.compiled);
    this.#log.warn('spec_refused', { id: stored.id, name: stored.name, diagnostics: reading.diagnostics });
    const { id, name } = stored;
    return { origin: 'api', id, name, stored, compiled: null, diagnostics: reading.diagnostics };
  }
}
