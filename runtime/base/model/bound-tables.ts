import type { MaskKeys, ReadOptions, ReferenceTables, SpecModule } from '../../../compiler/kernel/model/contract.ts';

/** The version of a reference table that a run uses. */
export interface TableVersion {
  /** The name of the table in the spec. */
  readonly name: string;
  /** SHA-256 of the CSV file, hexadecimal. */
  readonly version: string;
  readonly rows: number;
}

/** The reference tables with which a module reads files. */
export interface BoundTables {
  readonly tables: ReferenceTables;
  /** In the order of the spec. */
  readonly versions: readonly TableVersion[];
}

/** The options with which a module reads files, unless its caller has others. */
interface Bound {
  readonly tables?: BoundTables;
  readonly maskKeys?: MaskKeys;
}

const bound = new WeakMap<object, Bound>();

/** Returns a module that reads with these reference tables, unless the options have others. */
export function bindTables(module: SpecModule, tables: BoundTables): SpecModule {
  return bind(module, { tables });
}

/**
 * Returns a module that reads with these keys of its masks, unless the options have others. A module without such keys is
 * returned as it is.
 */
export function bindMaskKeys(module: SpecModule, maskKeys: MaskKeys): SpecModule {
  return module.spec.maskKeys === undefined ? module : bind(module, { maskKeys });
}

function bind(module: SpecModule, added: Bound): SpecModule {
  const all: Bound = { ...bound.get(module), ...added };
  const given: Pick<ReadOptions, 'reference' | 'maskKeys'> = {
    ...(all.tables !== undefined && { reference: all.tables.tables }),
    ...(all.maskKeys !== undefined && { maskKeys: all.maskKeys }),
  };
  const own: SpecModule = {
    ...module,
    read: (source, options) => module.read(source, { ...given, ...options }),
    check: (value, options) => module.check(value, { ...given, ...options }),
    createTransformer: (options) => module.createTransformer({ ...given, ...options }),
  };
  bound.set(own, all);
  return own;
}

/** Returns the reference tables of a module. Undefined: it has none. */
export function tablesOf(module: SpecModule): BoundTables | undefined {
  return bound.get(module)?.tables;
}

/** Returns the keys of the masks of a module. Undefined: it has none. */
export function maskKeysOf(module: SpecModule): MaskKeys | undefined {
  return bound.get(module)?.maskKeys;
}
