import type { Client } from 'pg';

/** The part of the connection of `pg` that sends the data of COPY. The type definitions omit it. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Size of a message with data of COPY, in bytes. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Executes `COPY … FROM STDIN` with this data (PostgreSQL, 55.2.6). Throws the errors of the server and the connection.
 * `bytes` must not change before the promise has settled.
 */
export function copyIn(client: Client, sql: string, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const query = {
      submit: (connection: CopyConnection) => connection.query(sql),
      handleCopyInResponse(connection: CopyConnection) {
        for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
          connection.sendCopyFromChunk(bytes.subarray(at, at + CHUNK_BYTES));
        connection.endCopyFrom();
      },
      // pg replaces this function by one that also ends the time limit of the query.
      callback: (error?: unknown) => (error === undefined ? resolve() : reject(error)),
      handleError: (error: unknown) => query.callback(error),
      handleReadyForQuery: () => query.callback(),
      handleCommandComplete() {},
    };
    // pg accepts any object with these methods. The type definitions name only submit().
    client.query(query as unknown as Parameters<Client['query']>[0]);
  });
}
