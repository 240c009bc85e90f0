import { Readable } from 'node:stream';
import { loadModule } from '../../../runtime/state/registry/compile/load-module.ts';
import { modulePath } from '../../../runtime/state/registry/compile/module-cache.ts';
import type { TableDestination } from '../../../runtime/base/model/destination.ts';
import type { RunModule } from '../../../runtime/base/model/run-module.ts';
import type { RunOptions } from '../../../runtime/base/model/run-info.ts';
import type { Session } from '../../../runtime/base/database/session.ts';
import { createTables } from '../../../runtime/sink/database/table/ddl.ts';
import { openSpool } from '../../../runtime/reading/source/spool.ts';
import { createRequest } from '../../runtime/data-folder.ts';

/** A spec with every type of field. */
export const SPEC = `name: claims
format: CSV
onTypeMismatch: ERROR
fields:
  - { name: id, type: STRING, required: true }
  - { name: person, type: STRING }
  - { name: pieces, type: INTEGER }
  - { name: amount, type: DECIMAL }
  - { name: booked, type: DATE }
  - { name: urgent, type: BOOLEAN }
`;

export const HEADER = 'id,person,pieces,amount,booked,urgent';

/** Compiles a spec into the module cache of a data folder. */
export async function compileModule(folder: string, text = SPEC): Promise<RunModule> {
  const { loaded } = await loadModule({ text, path: 'spec.yaml', syntax: 'yaml' }, folder);
  if (loaded === null) throw new Error('the spec is wrong');
  return { path: modulePath(folder, loaded.hash), hash: loaded.hash, spec: loaded.module.spec };
}

/** Returns the line of a record. The same number always gives the same line. */
export function claimOf(number: number): string {
  const amount = `${(number * 7919) % 100_000}.${String(number % 100).padStart(2, '0')}`;
  const day = String((number % 28) + 1).padStart(2, '0');
  return `c${number},Person ${number % 5000} of the town,${number % 1000},${amount},2026-02-${day},${number % 2 === 0}`;
}

/** Yields a file with claims from number 1 on, in chunks. */
export function* claimChunks(records: number): Generator<Buffer> {
  yield Buffer.from(`${HEADER}\n`);
  for (let from = 1; from <= records; from += 5000) {
    const numbers = Array.from({ length: Math.min(5000, records - from + 1) }, (_, index) => from + index);
    yield Buffer.from(`${numbers.map(claimOf).join('\n')}\n`);
  }
}

/** Creates a request for a run that writes a file into a table. */
export async function createTableRequest(
  folder: string,
  file: Iterable<Buffer>,
  {
    module,
    options = {},
    ...destination
  }: Pick<TableDestination, 'table' | 'key'> & { module: RunModule; options?: Partial<RunOptions> },
) {
  return {
    ...(await createRequest(folder, '', { module, options })),
    spooled: await openSpool(folder).receive(Readable.from(file), { fileName: 'claims.csv', maxBytes: Infinity }),
    destination: { kind: 'table', integrationId: 'i', ...destination } as const,
  };
}

/** Creates the table that specmill docs --ddl prints. */
export async function createTable(
  session: Session,
  { driver, ...described }: Parameters<typeof createTables>[1] & { driver: Parameters<typeof createTables>[0] },
): Promise<void> {
  for (const statement of createTables(driver, described).split(/;\n/))
    if (statement.trim() !== '') await session.run(statement);
}
