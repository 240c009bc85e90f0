import { randomUUID } from 'node:crypto';
import type { CompiledModule, SpecText } from '../../../compiler/index.ts';
import type { Log } from '../../base/log/json-log.ts';
import type { SpecStore, StoredSpec } from '../store/spec-store.ts';
import { type EncodeModule, ModuleNotEncodable } from '../../base/model/run-module.ts';
import {
  compileAgain,
  compileSent,
  type CompiledSpec,
  readCompiled,
  type SpecReader,
} from './compile/compiled-spec.ts';
import { type CompileRequest, NameNotAllowed } from './compile/compile-request.ts';
import { GitFolder } from './folder/git-folder.ts';
import type { BrokenState, GitState } from './folder/git-specs.ts';
import type { BeforeTables } from './folder/table-changes.ts';
import { type ModuleCache, type ModuleText, openModuleCache, readCachedText } from './compile/module-cache.ts';
import { createApiSpec, type RegisteredSpec } from './spec/registered-spec.ts';
import { startThread } from '../../base/program/start-thread.ts';
import { createSpecDescriber, type SpecDescriber } from './compile/spec-describer.ts';
import type { SpecCompiler } from './compile/spec-compiler.ts';
import { createDiagnostic, type SpecDiagnostic } from './compile/spec-diagnostic.ts';
import { StoredSpecs } from './spec/stored-specs.ts';
import { gitSpecId } from './spec/spec-id.ts';
import type { Removed, ReplaceCondition, WriteOutcome } from './write-outcome.ts';

/**
 * All specs in service: those of the specs folder (under git) and those that were created over the API. Returned specs
 * are immutable. Methods with a CompileRequest also throw the errors of SpecCompiler.compile(), and NameNotAllowed.
 */
export interface Registry {
  /** Returns all specs, sorted by name. */
  list(): RegisteredSpec[];
  /** Returns the spec with this id. Returns null if there is none. */
  get(id: string): RegisteredSpec | null;
  /**
   * Returns the spec with exactly this name. Returns null if there is none. If both a spec in git and one of the API
   * have the name, returns the spec in git.
   */
  findByName(name: string): RegisteredSpec | null;
  /**
   * Compiles a new spec of the API and stores it. If the outcome is `written`, the spec is durable and in service.
   * Throws DiskFull.
   */
  create(input: SpecText, request?: CompileRequest): Promise<WriteOutcome>;
  /**
   * Compiles the next version of a spec of the API and stores it. If `condition.ifVersion` is set, the spec is replaced
   * only if that is its current version. Throws DiskFull.
   */
  replace(id: string, input: SpecText, condition?: ReplaceCondition): Promise<WriteOutcome>;
  /**
   * Removes a spec of the API. If `ifVersion` is passed, it is removed only if that is its current version. Throws
   * DiskFull.
   */
  remove(id: string, ifVersion?: string): Promise<Removed>;
  /**
   * Compiles `input` as the next version of `spec`, or as a new spec if `spec` is null. The diagnostics include an error
   * if another spec has the name. Stores nothing.
   */
  check(spec: RegisteredSpec | null, input: SpecText, request?: CompileRequest): Promise<CheckedSpec>;
  /**
   * `serves` is the state of the specs folder that is in service. `newer` is a newer state that is not in service
   * because of its errors; null if there is none.
   */
  readonly git: { readonly serves: GitState; readonly newer: BrokenState | null };
  /** The number of specs that were created over the API. */
  readonly apiSpecs: number;
  /**
   * Compiles the spec of a module again, with messages in another encoding. Throws ModuleNotEncodable if they cannot
   * contain its values, and DiskFull.
   */
  readonly encodeModule: EncodeModule;
  /**
   * Returns one of the texts to which a spec is compiled. Reads it from the cache, or compiles the spec again. Throws
   * an Error if the spec no longer compiles.
   */
  readText(compiled: CompiledSpec, text: ModuleText, request?: CompileRequest): Promise<string>;
  /** Loads the specs of the API that other instances have changed. Throws the errors of the store. */
  refresh(): Promise<void>;
  /** Returns a spec in words, for the senders of its files, in Markdown. Throws CompilerBusy. */
  describe(compiled: CompiledSpec, request: CompileRequest): Promise<string>;
  /** Stops watching the specs folder and ends the compilers. */
  close(): Promise<void>;
}

/** A compiled spec that is not stored. `module` is null if the spec does not compile. */
export interface CheckedSpec {
  readonly module: CompiledModule | null;
  readonly diagnostics: readonly SpecDiagnostic[];
}

/** The options of openRegistry(). */
export interface RegistryOptions {
  /** The specs folder, which is under git. */
  folder: string;
  dataFolder: string;
  /** The folder that all instances share. Default: the data folder. */
  filesFolder?: string;
  store: SpecStore;
  /**
   * Creates a compiler. It is called twice: the folder and the API each have a compiler, so that neither waits for the
   * other.
   */
  createCompiler(): SpecCompiler;
  log: Log;
  /** Called before changed reference tables of the folder are in service. Default: nothing happens. */
  beforeTables?: BeforeTables;
}

/**
 * Loads all specs and starts to watch the specs folder. Throws BrokenFolder if the folder has errors and no earlier
 * valid state can be used, and DiskFull if the disk is full.
 */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const registry = new SpecRegistry(options, await openModuleCache(options.dataFolder));
  await registry.load();
  return registry;
}

class SpecRegistry implements Registry {
  readonly #store: SpecStore;
  readonly #reader: SpecReader;
  readonly #describer: SpecDescriber = createSpecDescriber(startThread);
  readonly #api: StoredSpecs;
  readonly git: GitFolder;
  /** The last change of the registry. Each change waits for the one before it. */
  #changes: Promise<unknown> = Promise.resolve();

  constructor(options: RegistryOptions, cache: ModuleCache) {
    const { folder, dataFolder, filesFolder = dataFolder, store, createCompiler, log } = options;
    const { beforeTables = async () => {} } = options;
    this.#store = store;
    this.#reader = { cache, compiler: createCompiler() };
    this.#api = new StoredSpecs(store, { reader: this.#reader, log });
    const reader = { cache, compiler: createCompiler() };
    const isTaken = (name: string) => [...this.#api.all.values()].some((spec) => spec.name === name);
    const change = <T>(work: () => Promise<T>) => this.#change(work);
    this.git = new GitFolder({ folder, filesFolder, reader, log, isTaken, beforeTables, change });
  }

  readonly encodeModule: EncodeModule = async ({ source, tables }, encoder) => {
    if (source === undefined) throw new ModuleNotEncodable('the text of the spec is missing');
    const reading = await readCompiled({ ...source, encoder }, this.#reader);
    if (reading.kind === 'compiled') return { ...reading.compiled.module, ...(tables !== undefined && { tables }) };
    const [first] = reading.diagnostics;
    throw new ModuleNotEncodable(
      `the spec has no messages in ${encoder}: ${first?.message ?? 'it has errors'}${first?.path ? ` (${first.path})` : ''}`,
    );
  };

  async load(): Promise<void> {
    await this.#api.load();
    await this.git.load();
  }

  async refresh(): Promise<void> {
    if (await this.#change(() => this.#api.refresh())) this.git.recheck();
  }

  get apiSpecs(): number {
    return this.#api.all.size;
  }

  list(): RegisteredSpec[] {
    return [...this.git.serves.specs.values(), ...this.#api.all.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  get(id: string): RegisteredSpec | null {
    return this.git.serves.specs.get(id) ?? this.#api.all.get(id) ?? null;
  }

  findByName(name: string): RegisteredSpec | null {
    const named = this.list().filter((spec) => spec.name === name);
    return named.find(({ origin }) => origin === 'git') ?? named[0] ?? null;
  }

  create(input: SpecText, request?: CompileRequest): Promise<WriteOutcome> {
    return this.#write({ input, request }, async ({ row, name }) => {
      const inserted = await this.#store.insert({ id: randomUUID(), ...row });
      if (inserted.kind === 'quota_exceeded') return inserted;
      return inserted.kind === 'name_taken' ? { kind: 'name_taken', name } : inserted.spec;
    });
  }

  async replace(id: string, input: SpecText, { ifVersion, request }: ReplaceCondition = {}): Promise<WriteOutcome> {
    const written = await this.#write({ input, request }, async ({ row, name }) => {
      const replaced = await this.#store.replace(id, row, conditionOf(ifVersion));
      if (replaced.kind === 'replaced') return replaced.spec;
      return replaced.kind === 'name_taken' ? { kind: 'name_taken', name } : { kind: replaced.kind };
    });
    // If the spec was renamed, its old name is free now, and a spec in the folder may need it.
    this.git.recheck();
    return written;
  }

  async remove(id: string, ifVersion?: string): Promise<Removed> {
    const { kind } = await this.#change(async () => {
      const removed = await this.#store.remove(id, conditionOf(ifVersion));
      if (removed.kind === 'removed') this.#api.all.delete(id);
      return removed;
    });
    this.git.recheck();
    return { kind };
  }

  async check(spec: RegisteredSpec | null, input: SpecText, request?: CompileRequest): Promise<CheckedSpec> {
    const { module, diagnostics } = await this.#reader.compiler.compile(input, request);
    if (module !== null) requireAllowed(module.name, request);
    const other =
      module === null ? undefined : this.list().find(({ name, id }) => name === module.name && id !== spec?.id);
    if (other === undefined) return { module, diagnostics };
    const taken = createDiagnostic('name_taken', { name: other.name, origin: other.origin }, '/name');
    return { module, diagnostics: [...diagnostics, taken] };
  }

  describe({ spec, key }: CompiledSpec, request: CompileRequest): Promise<string> {
    return this.#describer.describe(spec, key, request);
  }

  async readText({ input, key, hashes }: CompiledSpec, text: ModuleText, request?: CompileRequest): Promise<string> {
    const cached = await readCachedText(this.#reader.cache, { key, text, hash: hashes[text] });
    if (cached !== null) return cached;
    const { esm, source, dts } = await compileAgain(input, this.#reader, request);
    return { ts: source, 'd.ts': dts, mjs: esm }[text];
  }

  async close(): Promise<void> {
    await this.git.close();
    await this.#reader.compiler.close();
    await this.#changes;
  }

  async #write(
    { input, request }: { input: SpecText; request: CompileRequest | undefined },
    store: (spec: { row: SpecRow; name: string }) => Promise<StoredSpec | Exclude<WriteOutcome, { kind: 'written' }>>,
  ): Promise<WriteOutcome> {
    const reading = await compileSent(input, this.#reader, request);
    if (reading.kind === 'rejected') return reading;
    const { compiled } = reading;
    const { name } = compiled.spec;
    requireAllowed(name, request);
    return this.#change(async () => {
      if (this.git.serves.specs.has(gitSpecId(name))) return { kind: 'name_taken', name };
      const stored = await store({
        row: { name, body: compiled.input.text, version: compiled.module.spec.version },
        name,
      });
      if ('kind' in stored) return stored;
      const spec = createApiSpec(stored, compiled);
      this.#api.all.set(stored.id, spec);
      return { kind: 'written', spec };
    });
  }

  #change<T>(work: () => Promise<T>): Promise<T> {
    const changed = this.#changes.then(work);
    this.#changes = changed.catch(() => {});
    return changed;
  }
}

type SpecRow = Pick<StoredSpec, 'name' | 'body' | 'version'>;

function requireAllowed(name: string, request: CompileRequest | undefined): void {
  if (request?.mayUseName?.(name) === false) throw new NameNotAllowed();
}

function conditionOf(ifVersion: string | undefined): { ifVersion?: string } {
  return ifVersion === undefined ? {} : { ifVersion };
}
