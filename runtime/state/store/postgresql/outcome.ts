import { setTimeout as sleep } from 'node:timers/promises';
import { StoreUnavailable } from '../engine/store-unavailable.ts';
import type { Session } from './session.ts';

/** How long to wait before the server is asked again, in milliseconds. */
const AGAIN_MS = 500;

/**
 * Waits until the server says what became of a transaction whose commit had no answer. Resolves if it was committed.
 * Throws StoreUnavailable if it was not, or if the store is being closed.
 */
export async function findOutcome(session: Session, transactionId: string): Promise<void> {
  while (!session.isEnding) {
    const status = await findStatus(session, transactionId);
    if (status === 'committed') return;
    if (status === 'aborted') break;
    await sleep(AGAIN_MS);
  }
  throw new StoreUnavailable('the connection to the database of the store was lost before the commit');
}

/** `unknown`: the server cannot be asked now, or the transaction has not ended. */
async function findStatus(session: Session, id: string): Promise<'committed' | 'aborted' | 'unknown'> {
  try {
    const opened = await session.acquire();
    const { rows } = await opened.query<{ status: string | null }>({
      text: 'SELECT pg_xact_status(CAST(CAST($1 AS text) AS xid8)) AS status',
      values: [id],
    });
    const status = rows[0]?.status ?? 'aborted';
    return status === 'committed' || status === 'aborted' ? status : 'unknown';
  } catch (error) {
    // A server that has never seen the transaction is another one: it does not have its data.
    if ((error as { code?: string }).code === '22023') return 'aborted';
    if (error instanceof StoreUnavailable || !(error instanceof Error) || !('name' in error)) return 'unknown';
    if (error.name === 'StoreInUse') throw error;
    return 'unknown';
  }
}
