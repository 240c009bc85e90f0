import type { Connection } from '../engine/connection.ts';

/**
 * SPARE_PAGES: number of unused pages that remain in the database for new messages. RELEASED_PAGES: number of pages to
 * release at a time.
 */
const SPARE_PAGES = 1024;
const RELEASED_PAGES = 256;

/**
 * Removes some unused pages from the database file, which makes it smaller. Returns false if at most SPARE_PAGES are
 * unused, or if the database cannot become smaller. PostgreSQL does this itself.
 */
export async function releasePages(connection: Connection): Promise<boolean> {
  if (connection.dialect.name !== 'sqlite') return false;
  const [row] = await connection.all<{ freelist_count: number }>('PRAGMA freelist_count');
  const unused = row?.freelist_count ?? 0;
  if (unused <= SPARE_PAGES) return false;
  await connection.exec(`PRAGMA incremental_vacuum(${RELEASED_PAGES})`);
  const [after] = await connection.all<{ freelist_count: number }>('PRAGMA freelist_count');
  // A database that an early version created cannot release pages.
  return (after?.freelist_count ?? 0) < unused;
}
