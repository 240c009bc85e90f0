import type { SpecText } from '../../compiler/index.ts';
import {
  cacheKey,
  hashOf,
  modulePath,
  openModuleCache,
  storeCompiled,
} from '../state/registry/compile/module-cache.ts';
import { findModuleKey, type ModuleKey } from '../state/registry/compile/module-key.ts';
import type { SpecCompiler } from '../state/registry/compile/spec-compiler.ts';
import type { RunModule } from '../base/model/run-module.ts';
import type { ReferenceInfo, SpecInfo } from '../../compiler/kernel/model/contract.ts';
import type { TableVersion } from '../base/model/bound-tables.ts';
import type { RunOptions } from '../base/model/run-info.ts';
import { ReferenceFailure } from '../state/reference/load-table.ts';
import { loadStoredTables } from '../state/reference/table-files.ts';
import {
  type FindMaskKey,
  MASK_KEY_CHANGED,
  MASK_KEY_MISSING,
  MaskKeyFailure,
  type MaskKeyVersion,
} from '../base/model/mask-keys.ts';
import { loadMaskKeys } from './find-versions.ts';
import { MODULE_LOST, MODULE_LOST_MESSAGE } from '../base/model/run-failure.ts';
import type { RunStore } from '../state/store/runs.ts';
import type { StoredRun } from '../state/store/stored-run.ts';
import type { ThreadError, ThreadModule } from '../reading/workers/messages.ts';
import { ThreadFailure } from '../reading/workers/pool-thread.ts';

/** Refers to the module of a run or a dry run. */
export interface ModuleReference {
  hash: string;
  /** The version of the spec. */
  version: string;
  /**
   * HMAC of the hash under the module key, a secret of this user outside of the data folder. Null or absent if the
   * module was stored without a key.
   */
  mac?: string | null;
  /** The reference tables of the spec, and their versions. Absent: it names none. */
  reference?: { readonly needed: readonly ReferenceInfo[]; readonly versions: readonly TableVersion[] };
  /** The keys of its masks, and their versions. Absent: nothing is published, so it reads without keys. */
  maskKeys?: { readonly needed: readonly string[]; readonly versions: readonly MaskKeyVersion[] };
  /** Whether its masks need keys. Absent: they do not. */
  needsKeys?: boolean;
  /** The spec from which the module can be compiled again. If it is null or absent, the store is searched for it. */
  source?: SpecText;
}

/** Returns the reference to the module of a stored run, to read its file without publishing or judging anything. */
export function toModuleReference({ moduleHash, moduleMac, spec, options }: StoredRun): ModuleReference {
  return { hash: moduleHash, mac: moduleMac ?? null, version: spec.version, ...tablesOfRun(spec, options) };
}

/** Returns the reference to the module of a stored run, to publish its messages, or to judge its records as it has done. */
export function toPublishingModule(run: StoredRun): ModuleReference {
  const { maskKeys: needed } = run.spec;
  const { maskKeys: versions = [] } = run.options;
  return { ...toModuleReference(run), ...(needed !== undefined && { maskKeys: { needed, versions } }) };
}

/** Returns the reference tables of a run, as a member of the reference to its module. */
export function tablesOfRun(
  { reference: needed, maskKeys }: SpecInfo,
  { reference: versions = [] }: Pick<RunOptions, 'reference'>,
): Pick<ModuleReference, 'reference' | 'needsKeys'> {
  return {
    ...(needed !== undefined && { reference: { needed, versions } }),
    ...(maskKeys !== undefined && { needsKeys: true }),
  };
}

/** A trusted module. `mac` is the signature of the hash in its references; null if it is unknown. */
interface TrustedModule {
  module: ThreadModule;
  mac: string | null;
}

/** Maximum number of trusted modules in memory. Some contain their text. */
const MAX_TRUSTED = 500;

/**
 * Provides the modules that runs load in their threads. A thread never loads a module that someone else wrote into the
 * data folder: only modules that this process compiled, or whose signature is valid.
 */
export class RunModules {
  readonly #folder: string;
  readonly #store: Pick<RunStore, 'moduleSource'>;
  readonly #compiler: SpecCompiler;
  readonly #tablesFolder: string;
  readonly #findMaskKey: FindMaskKey;
  /** Trusted modules by the hash in their references. A module that was compiled again may have another hash. */
  readonly #trusted = new Map<string, TrustedModule>();
  #key: Promise<ModuleKey | null> | null = null;

  /** `folder`: the data folder. `filesFolder`: the folder that instances share, with the reference tables. */
  constructor(
    { folder, filesFolder }: { readonly folder: string; readonly filesFolder: string },
    store: Pick<RunStore, 'moduleSource'>,
    compiler: SpecCompiler,
    findMaskKey: FindMaskKey,
  ) {
    this.#findMaskKey = findMaskKey;
    this.#folder = folder;
    this.#tablesFolder = filesFolder;
    this.#store = store;
    this.#compiler = compiler;
  }

  /**
   * Marks a module as trusted, because this process has compiled or authenticated it. Returns the signature with which
   * later processes authenticate it; null if there is no key.
   */
  async trust({ hash, path }: Pick<RunModule, 'hash' | 'path'>): Promise<string | null> {
    const trusted = this.#trusted.get(hash) ?? { module: { hash, path }, mac: null };
    this.#remember(hash, trusted);
    return (trusted.mac ??= (await this.#findKey())?.sign(toSigned(hash)) ?? null);
  }

  /**
   * Calls `work` with a trusted module, and returns its result. If the module is not trusted yet and its signature is
   * not valid, compiles it again first. If a thread reports that the module's file is missing or altered, compiles the
   * module again and calls `work` a second time. Throws the errors of `work`, and ThreadFailure if the module cannot be
   * compiled.
   */
  async use<T>(module: ModuleReference, work: (module: ThreadModule) => Promise<T>): Promise<T> {
    const known = this.#trusted.get(module.hash)?.module ?? (await this.#authenticate(module));
    const bound = { ...(await this.#loadTables(module)), ...(await this.#loadMaskKeys(module)) };
    try {
      return await work({ ...(known ?? (await this.#compileAgain(module))), ...bound });
    } catch (error) {
      if (known === null || !isModuleLost(error)) throw error;
      return work({ ...(await this.#compileAgain(module)), ...bound });
    }
  }

  /** Loads the reference tables of a module, whose memory all threads share. */
  async #loadTables({ reference }: ModuleReference): Promise<Pick<ThreadModule, 'tables'>> {
    if (reference === undefined) return {};
    try {
      return { tables: await loadStoredTables(reference.needed, reference.versions, this.#tablesFolder) };
    } catch (error) {
      if (error instanceof ReferenceFailure) throw failure('failure', REFERENCE_MISSING, error.message);
      throw error;
    }
  }

  /** Loads the keys of the masks of a module, just before a thread needs them. */
  async #loadMaskKeys({ maskKeys, needsKeys = false }: ModuleReference): Promise<Pick<ThreadModule, 'maskKeys'>> {
    if (!needsKeys) return {};
    if (maskKeys === undefined) return { maskKeys: 'PREVIEW' };
    try {
      return { maskKeys: await loadMaskKeys(maskKeys.needed, maskKeys.versions, this.#findMaskKey) };
    } catch (error) {
      if (error instanceof MaskKeyFailure) throw failure('failure', error.code, error.message);
      throw error;
    }
  }

  /** Returns the module of a stored run, for another run. Throws ThreadFailure if it cannot be compiled again. */
  async moduleOf(run: StoredRun): Promise<RunModule> {
    const { hash, path } = await this.use(toModuleReference(run), (module) => Promise.resolve(module));
    const source = await this.findSource(run.moduleHash);
    const { reference: tables } = run.options;
    return {
      hash,
      path,
      spec: run.spec,
      ...(tables !== undefined && { tables }),
      ...(source !== null && { source }),
    };
  }

  /** Ends the thread of the compiler. */
  close(): Promise<void> {
    return this.#compiler.close();
  }

  async #authenticate({ hash, mac }: ModuleReference): Promise<ThreadModule | null> {
    const key = mac == null ? null : await this.#findKey();
    if (mac == null || key?.verify(toSigned(hash), mac) !== true) return null;
    const module = { hash, path: modulePath(this.#folder, hash) };
    this.#remember(hash, { module, mac });
    return module;
  }

  /** Adds a trusted module. Forgets the one that was added longest ago, which is authenticated again when it is used. */
  #remember(hash: string, trusted: TrustedModule): void {
    this.#trusted.delete(hash);
    this.#trusted.set(hash, trusted);
    const [oldest] = this.#trusted.keys();
    if (this.#trusted.size > MAX_TRUSTED && oldest !== undefined) this.#trusted.delete(oldest);
  }

  async #compileAgain({ hash, version, source }: ModuleReference): Promise<ThreadModule> {
    const input = source ?? (await this.findSource(hash));
    if (input === null) throw lost();
    const { module, diagnostics } = await this.#compiler.compile(input);
    if (module === null && diagnostics.some(({ code }) => code === 'compile_failed' || code === 'spec_too_costly'))
      throw notNow();
    // Another version of the spec could publish other messages.
    if (module === null || module.version !== version) throw lost();
    const found = { hash: hashOf(module.esm), path: modulePath(this.#folder, hashOf(module.esm)) };
    const cache = await openModuleCache(this.#folder, await this.#findKey());
    const isStored = await storeCompiled(cache, cacheKey(input), module, diagnostics).then(
      () => true,
      () => false,
    );
    const loadable = isStored ? found : { ...found, text: module.esm };
    this.#remember(hash, { module: loadable, mac: null });
    return loadable;
  }

  /** Returns the text of the spec of a stored module. Null: the store does not have it. */
  async findSource(hash: string): Promise<SpecText | null> {
    const source = await this.#store.moduleSource(hash);
    // The cast is safe: accept() of this or another process wrote the JSON.
    return source === null ? null : (JSON.parse(source) as SpecText);
  }

  #findKey(): Promise<ModuleKey | null> {
    return (this.#key ??= findModuleKey());
  }
}

function toSigned(hash: string): string {
  return `module of a run\n${hash}`;
}

/** The code of the failure of a run without a version of a reference table. */
const REFERENCE_MISSING = 'reference_missing';

/** Returns whether an error says that a reference table is missing. */
export function isReferenceLost(error: unknown): error is ThreadFailure {
  return error instanceof ThreadFailure && error.threadError.code === REFERENCE_MISSING;
}

/** Returns whether an error says that a key of a mask cannot be used, or is another one now. */
export function isMaskKeyLost(error: unknown): error is ThreadFailure {
  const code = error instanceof ThreadFailure ? error.threadError.code : null;
  return code === MASK_KEY_MISSING || code === MASK_KEY_CHANGED;
}

function isModuleLost(error: unknown): boolean {
  return error instanceof ThreadFailure && error.threadError.code === MODULE_LOST;
}

function lost(): ThreadFailure {
  return failure('failure', MODULE_LOST, MODULE_LOST_MESSAGE);
}

function notNow(): ThreadFailure {
  return failure('pause', 'compiler_failed', 'the spec of the run cannot be compiled now');
}

function failure(kind: ThreadError['kind'], code: string, message: string): ThreadFailure {
  return new ThreadFailure({ kind, code, message, stack: null });
}
