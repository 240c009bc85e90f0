/**
 * A file in pieces, published into a table of a real database, by processes that are killed and by two at the same time. There
 * is no service.
 */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { seed } from '../../support/property.ts';
import { randomOf } from '../../support/random.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { claimChunks, compileModule, createTable, SPEC } from './claims.ts';
import { testDatabases } from './database-servers.ts';

const RECORDS = process.env['SPECMILL_LONG'] ? 500_000 : 40_000;

await testDatabases('pieces into a table', ({ driver, test }) => {
  test(`a file of ${RECORDS} records: each row once, with the id that one thread gives it`, async (server) => {
    const { host, port, database, username, password } = server.settings;
    const at = createWorkplace({ env: { SPECMILL_DATABASE_PASSWORD: password } });
    const session = await server.connect();
    const random = randomOf(seed, RECORDS);
    try {
      at.write('specs/claims.yaml', SPEC);
      await pipeline(claimChunks(RECORDS), createWriteStream(at.path('claims.csv')));
      const { spec } = await compileModule(at.path('.data'));
      await createTable(session, { driver, spec, table: 'in_pieces', key: null });
      const size = String(RECORDS * 10);
      const planned = at.call([
        'pieces',
        'plan',
        'claims.csv',
        '--spec',
        'claims',
        '--size',
        size,
        '--out',
        'p',
        '--json',
      ]);
      assert.is(planned.code, 0, planned.stderr);
      const { pieces } = JSON.parse(planned.stdout) as { pieces: number };
      const to = `${driver}://${username}@${host}:${port}/${database}?table=in_pieces`;
      for (let piece = 0; piece < pieces; piece++) {
        const args = ['pieces', 'run', 'p', '--index', String(piece), '--to', to];
        const processes = [at.start(args), ...(piece % 2 === 0 ? [at.start(args)] : [])];
        const ended = Promise.all(processes.map((one) => once(one, 'exit')));
        if (piece % 3 !== 0) {
          await sleep(random.below(1000));
          processes[0]?.kill('SIGKILL');
        }
        await ended;
        const last = at.call(args);
        assert.is(last.code, 0, last.stderr);
      }
      const finished = at.call(['pieces', 'finish', 'p', '--json']);
      assert.is(finished.code, 0, finished.stderr);
      const { status, processedRecords } = JSON.parse(finished.stdout) as ProcessingResult;
      assert.equal([status, processedRecords], ['SUCCESS', RECORDS]);
      const rows = await session.rows<{ id: string; ce_id: string }>('SELECT id, ce_id FROM in_pieces');
      assert.is(rows.length, RECORDS);
      // The number of a record is that of its line, which is also in its id.
      for (const { id, ce_id } of rows) assert.is(`c${ce_id.split(':')[1]}`, id);
    } finally {
      await session.close();
      at.remove();
    }
  });
});
