import type { Connection } from '../engine/connection.ts';
import { countExamined, type Examination, examine, requireJson } from './findings.ts';

/** The columns that contain JSON, by their tables. Those of runs are examined with their checksums. */
const JSON_COLUMNS: readonly (readonly [table: string, kind: string, columns: readonly string[]])[] = [
  ['spec_versions', 'versions of specs', ['body']],
  ['module_sources', 'sources of modules', ['source']],
  ['credentials', 'credentials', ['metadata', 'hosts', 'types']],
  ['integrations', 'integrations', ['config']],
  ['jobs', 'jobs', ['body']],
  ['alerts', 'alerts', ['payload']],
];

/** Reads the texts of specs, integrations and jobs. They have no checksums, so only broken JSON shows. */
export async function examineTexts(connection: Connection, examination: Examination): Promise<void> {
  for (const [table, kind, columns] of JSON_COLUMNS)
    await examine(examination, table, async () => {
      for (let after = 0; ; ) {
        const rows = await connection.all<Record<string, string | null> & { examined_row: number }>(
          `SELECT rowid AS examined_row, ${columns.join(', ')} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT 20`,
          [after],
        );
        for (const row of rows) {
          countExamined(examination, kind);
          await examine(examination, `${table}, row ${row.examined_row}`, () => {
            for (const column of columns) requireJson(row[column] ?? null, `its ${column}`);
          });
          after = row.examined_row;
        }
        if (rows.length === 0) break;
      }
    });
}
