import { rmSync } from 'node:fs';
import type { Batch, SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { Session } from '../../../runtime/base/database/session.ts';
import { createRunOptions } from '../../../runtime/base/model/run-info.ts';
import type { Sink } from '../../../runtime/sink/contract.ts';
import { createTables } from '../../../runtime/sink/database/table/ddl.ts';
import { openMariadbTable } from '../../../runtime/sink/database/mariadb/open-table.ts';
import { openPostgresTable } from '../../../runtime/sink/database/postgresql/open-table.ts';
import { openTableSink } from '../../../runtime/sink/database/publish.ts';
import type { TableConnection } from '../../../runtime/sink/database/table/table-connection.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import { createDataFolder, newRun } from '../../runtime/data-folder.ts';
import { type Destination, sinkContract } from '../../runtime/sink-contract.ts';
import { testDatabases } from './database-servers.ts';
import type { DatabaseServer } from './servers/database-server.ts';

const SPEC: SpecInfo = newRun('').spec;
let tables = 0;

/** A table with one text per record, as the contract of all sinks needs it: the text is the whole message. */
async function openDestination(server: DatabaseServer): Promise<Destination> {
  const { folder, remove } = createDataFolder();
  const store = await openStore(folder);
  const session = await server.connect();
  const table = `contract_${++tables}`;
  const { driver } = server.settings;
  for (const statement of createTables(driver, { spec: SPEC, table, key: null })
    .split(';\n')
    .filter((one) => one.trim() !== ''))
    await session.run(statement);
  const connections: TableConnection[] = [];
  return {
    async open(name, delivery = 'at-least-once') {
      const runId = `${table}-${name}`;
      const given = newRun(runId, { options: createRunOptions({ delivery }) });
      if ((await store.runs.find(runId)) === null) await store.runs.insert(given);
      const connection = await (driver === 'postgresql' ? openPostgresTable : openMariadbTable)(server.settings);
      connections.push(connection);
      const { journal, checkpoint } = await store.runs.openJournal(runId);
      const info = { ...given, fileSha256: given.fileSha256 };
      return asText(await openTableSink({ info, table, key: null, checkpoint, journal }, connection), connection);
    },
    values: () => readValues(session, table),
    async close() {
      for (const connection of connections) await connection.close();
      await session.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
      remove();
    },
  };
}

/** Returns a sink that takes any JSON as a message, and writes its text into the field `line`. */
function asText(sink: Sink, connection: TableConnection): Sink {
  return {
    ...sink,
    commit(batch, checkpoint) {
      const start = (index: number): number => (index === 0 ? 0 : (batch.ends[index - 1] ?? 0));
      const messages = Array.from(batch.ends, (end, index) =>
        Buffer.from(`{"line":${JSON.stringify(Buffer.from(batch.bytes.subarray(start(index), end)).toString())}}`),
      );
      let end = 0;
      const ends = Uint32Array.from(messages, ({ length }) => (end += length));
      return sink.commit({ ...batch, bytes: Buffer.concat(messages), ends } satisfies Batch, checkpoint);
    },
    async close(result) {
      await sink.close(result);
      await connection.close();
    },
  };
}

async function readValues(session: Session, table: string): Promise<string[]> {
  const rows = await session.rows<{ line: string; ce_id: string }>(`SELECT line, ce_id FROM ${table}`);
  const recordOf = ({ ce_id }: { ce_id: string }): number => Number(ce_id.split(':')[1]);
  return rows.sort((a, b) => recordOf(a) - recordOf(b)).map(({ line }) => line);
}

await testDatabases('a sink', ({ driver, test }) => {
  sinkContract({ name: driver, resumes: true, showsAtOnce: null, fences: true }, (name, check) =>
    test(name, async (server) => {
      const at = await openDestination(server);
      try {
        await check({ at });
      } finally {
        await at.close();
      }
    }),
  );
});
