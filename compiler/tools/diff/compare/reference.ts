import { pointerTo } from '../../../diagnostics/pointer.ts';
import type { AnySpec } from '../../../pipeline/1-read/spec-shape.ts';
import type { ReportChange } from '../model/change.ts';

/** The versions of reference tables by their names. A table without a known version is absent. */
export type TableVersions = ReadonlyMap<string, string>;

/** One state of a spec, with the path of its file and the versions of its reference tables. */
interface WithReference {
  readonly spec: AnySpec;
  readonly path: string;
  readonly tables?: TableVersions;
}

/**
 * Reports the reference tables that both states of a spec have and that differ. Other keys or other cells can raise any
 * verdict, so that each change is breaking.
 */
export function compareReference(old: WithReference, now: WithReference, report: ReportChange): void {
  for (const [table, after] of Object.entries(now.spec.reference ?? {})) {
    const before = old.spec.reference?.[table];
    if (before === undefined) continue;
    const changed = (part: 'key' | 'file' | null, was: string | undefined, is: string | undefined) =>
      report(
        'reference_table_changed',
        'verdict',
        { table, part, before: was ?? 'none', after: is ?? 'none' },
        {
          grade: 'breaking',
          side: now,
          pointer: pointerTo('reference', table, ...(part !== null && is !== undefined ? [part] : [])),
          before: was ?? null,
          after: is ?? null,
        },
      );
    if (before.key !== after.key) changed('key', before.key, after.key);
    const [was, is] = [old.tables?.get(table), now.tables?.get(table)];
    const areKnown = was !== undefined && is !== undefined;
    if (areKnown && was !== is) changed(null, was, is);
    if (!areKnown && before.file !== after.file) changed('file', before.file, after.file);
  }
}
