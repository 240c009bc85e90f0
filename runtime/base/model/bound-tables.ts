import type { ReadOptions, ReferenceTables, SpecModule } from '../../../compiler/kernel/model/contract.ts';

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

const bound = new WeakMap<object, BoundTables>();

/** Returns a module that reads with these reference tables, unless the options have others. */
export function bindTables(module: SpecModule, tables: BoundTables): SpecModule {
  const withTables = <O extends Pick<ReadOptions, 'reference'>>(options?: O): O & Pick<ReadOptions, 'reference'> => ({
    reference: tables.tables,
    // The options of a caller are of the type O.
    ...(options as O),
  });
  const own: SpecModule = {
    ...module,
    read: (source, options) => module.read(source, withTables(options)),
    check: (value, options) => module.check(value, withTables(options)),
    createTransformer: (options) => module.createTransformer(withTables(options)),
  };
  bound.set(own, tables);
  return own;
}

/** Returns the reference tables of a module. Undefined: it has none. */
export function tablesOf(module: SpecModule): BoundTables | undefined {
  return bound.get(module);
}
