import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Catalog, NamedTable } from '../../catalog/catalog.ts';

/** The CSV files of reference tables, by the names of the tables. */
export type TableFiles = Readonly<Record<string, Blob>>;

/** The reference tables with which files are checked. */
export interface Tables {
  files: TableFiles;
  /** The tables that the user must choose. */
  missing: readonly NamedTable[];
  choose(name: string, file: Blob): void;
  /** Returns the files when those of the service have arrived. A file may be chosen before. */
  whenLoaded(): Promise<TableFiles>;
}

/** Returns the tables of a spec: those of the service, and those that the user has chosen. `spec` is null for a new spec. */
export function useTables(named: readonly NamedTable[], spec: string | null, catalog: Catalog): Tables {
  const tables = useMemo(() => named, [JSON.stringify(named)]);
  const found = useMemo(() => findTables(tables, spec, catalog), [tables, spec, catalog]);
  const [files, setFiles] = useState<TableFiles>({});
  // A table is missing when it is known that the service does not have it.
  const [absent, setAbsent] = useState<readonly NamedTable[]>([]);
  useEffect(() => {
    let isCurrent = true;
    setAbsent([]);
    // A table of the same name may be another file now.
    setFiles((others) => (Object.keys(others).length === 0 ? others : {}));
    void found.then((arrived) => {
      if (!isCurrent) return;
      setAbsent(tables.filter(({ name }) => arrived[name] === undefined));
      // A file is read again whenever the tables change.
      if (Object.keys(arrived).length > 0) setFiles((others) => ({ ...arrived, ...others }));
    });
    return () => {
      isCurrent = false;
    };
  }, [found]);
  const choose = (name: string, file: Blob) => setFiles((others) => ({ ...others, [name]: file }));
  const whenLoaded = async () => ({ ...(await found), ...files });
  return { files, missing: absent.filter(({ name }) => files[name] === undefined), choose, whenLoaded };
}

/** Returns the files of those tables that the page can have. */
async function findTables(tables: readonly NamedTable[], spec: string | null, catalog: Catalog): Promise<TableFiles> {
  const found: Record<string, Blob> = {};
  const find = async (table: NamedTable) => {
    const file = await catalog.table(table, spec).catch(() => null);
    if (file !== null) found[table.name] = file;
  };
  await Promise.all(tables.map(find));
  return found;
}
