import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Catalog, NamedTable } from '../../catalog/catalog.ts';

/** The reference tables with which files are checked. */
export interface Tables {
  files: Readonly<Record<string, Blob>>;
  /** The tables that the user must choose. */
  missing: readonly NamedTable[];
  choose(name: string, file: Blob): void;
}

/** Returns the tables of a spec: those of the service, and those that the user has chosen. `spec` is null for a new spec. */
export function useTables(named: readonly NamedTable[], spec: string | null, catalog: Catalog): Tables {
  const tables = useMemo(() => named, [JSON.stringify(named)]);
  const [files, setFiles] = useState<Readonly<Record<string, Blob>>>({});
  // A table is missing when it is known that the service does not have it.
  const [absent, setAbsent] = useState<readonly NamedTable[]>([]);
  useEffect(() => {
    let isCurrent = true;
    setAbsent([]);
    // A table of the same name may be another file now.
    setFiles((others) => (Object.keys(others).length === 0 ? others : {}));
    for (const table of tables)
      catalog.table(table, spec).then(
        (file) => {
          if (!isCurrent) return;
          if (file === null) setAbsent((others) => [...others, table]);
          else setFiles((others) => ({ ...others, [table.name]: file }));
        },
        () => isCurrent && setAbsent((others) => [...others, table]),
      );
    return () => {
      isCurrent = false;
    };
  }, [tables, spec, catalog]);
  const choose = (name: string, file: Blob) => setFiles((others) => ({ ...others, [name]: file }));
  return { files, missing: absent.filter(({ name }) => files[name] === undefined), choose };
}
