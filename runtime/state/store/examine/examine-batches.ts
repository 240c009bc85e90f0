import { StoredDataDamaged } from '../../../base/model/stored-data-damaged.ts';
import { type ContentRow, readContents } from '../content-row.ts';
import type { Connection } from '../engine/connection.ts';
import { addDamage, countExamined, type Examination, examine } from './findings.ts';

/** Reads all messages of the embedded broker. `messages` is the folder of the message files. */
export async function examineBatches(
  connection: Connection,
  messages: string,
  examination: Examination,
): Promise<void> {
  for (let after = 0; ; ) {
    // The values of a batch may have many megabytes.
    const rows = await connection.all<ContentRow & { messages: number | null }>(
      `SELECT c.*, b.messages FROM batch_contents c LEFT JOIN batches b ON b.id = c.batch
        WHERE c.batch > ? ORDER BY c.batch LIMIT 4`,
      [after],
    );
    for (const row of rows) {
      countExamined(examination, 'batches', row.checksum !== null);
      const file = row.value_file === null ? '' : ` in messages/${row.value_file}`;
      await examine(examination, `batches, row ${row.batch}${file}`, () => verifyBatch(row, messages));
      after = row.batch;
    }
    if (rows.length === 0) break;
  }
  await examineOrder(connection, examination);
}

async function verifyBatch(row: ContentRow & { messages: number | null }, messages: string): Promise<void> {
  const what = `the batch ${row.batch} of messages`;
  const contents = await readContents(row, messages).catch((error: unknown) => {
    // Without a checksum, a changed name or length of a message file shows as another error.
    if (error instanceof Error && !('errno' in error)) throw new StoredDataDamaged(what);
    throw error;
  });
  if (contents === null) throw new StoredDataDamaged(`the message file ${row.value_file}, which is missing,`);
  const { value_ends: ends } = { ...row, ...contents };
  if (ends.length !== 4 * (row.messages ?? -1)) throw new StoredDataDamaged(what);
}

/** Consecutive batches of a topic do not overlap, and the last one ends at the number of its messages. */
async function examineOrder(connection: Connection, examination: Examination): Promise<void> {
  const lost = await connection.all<{ id: number }>(
    'SELECT b.id FROM batches b LEFT JOIN batch_contents c ON c.batch = b.id WHERE c.batch IS NULL LIMIT 100',
  );
  for (const { id } of lost) addDamage(examination, `batches, row ${id}`, 'its contents are missing');
  const overlapping = await connection.all<{ id: number }>(
    `SELECT id FROM (
       SELECT b.id, b.first_offset + b.messages AS end_offset, t.messages,
              lead(b.first_offset) OVER (PARTITION BY b.topic ORDER BY b.first_offset) AS next_offset
         FROM batches b LEFT JOIN topics t ON t.id = b.topic WHERE b.first_offset IS NOT NULL)
      WHERE messages IS NULL OR end_offset > coalesce(next_offset, messages) LIMIT 100`,
  );
  for (const { id } of overlapping)
    addDamage(examination, `batches, row ${id}`, 'its offsets are not those of its topic');
}
