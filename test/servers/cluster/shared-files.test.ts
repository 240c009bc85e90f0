import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { openSpool } from '../../../runtime/reading/source/spool.ts';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import { createDataFolder, newRun, rejectionOf } from '../../runtime/data-folder.ts';
import { ORDERS_YAML } from '../../runtime/service.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { testOnPostgres } from './stores.ts';

await testOnPostgres('received files in a shared folder', (test) => {
  test('a store with another data folder and the same shared folder has the runs', async ({ postgres, folder }) => {
    const [other, shared, third] = [createDataFolder(), createDataFolder(), createDataFolder()];
    const files = join(shared.folder, 'files');
    const first = await openStore(folder, { postgres, files });
    assert.is(first.filesFolder, files);
    await first.runs.insert(newRun('r1'));
    assert.is((await first.runs.openJournal('r1')).progressPath, null);
    await first.close();

    const second = await openStore(other.folder, { postgres, files });
    assert.equal(
      (await second.runs.unfinished()).map(({ runId }) => runId),
      ['r1'],
    );
    await second.close();

    const elsewhere = await rejectionOf(openStore(other.folder, { postgres, files: third.folder }));
    assert.is(elsewhere.name, 'FolderMismatch');
    assert.match(elsewhere.message, `are in another folder than ${third.folder} (--files DIR)`);
    assert.is((await rejectionOf(openStore(third.folder, { postgres }))).name, 'FolderMismatch');
    for (const { remove } of [other, shared, third]) remove();
  });

  test('a shared folder that is gone makes the service not ready', async ({ postgres, folder }) => {
    const shared = createDataFolder();
    const store = await openStore(folder, { postgres, files: join(shared.folder, 'files') });
    assert.is(await store.findProblem(), null);
    shared.remove();
    assert.is(await store.findProblem(), 'data_folder_lost');
    await store.close();
  });

  test('only old files of a shared folder are orphans, because another process may be receiving one', async ({
    folder,
  }) => {
    const shared = createDataFolder();
    const spool = openSpool(shared.folder, folder);
    for (const place of [folder, shared.folder]) {
      mkdirSync(join(place, 'spool'));
      for (const name of ['new', 'old', 'claimed']) writeFileSync(join(place, 'spool', name), 'x');
      for (const name of ['old', 'claimed']) utimesSync(join(place, 'spool', name), 1, 1);
    }
    await spool.removeOrphans((name) => name === 'claimed');
    const left = (place: string): string[] =>
      ['new', 'old', 'claimed'].filter((name) => existsSync(join(place, 'spool', name)));
    assert.equal([left(shared.folder), left(folder)], [['new', 'claimed'], []]);
    shared.remove();
  });

  test('serve refuses a shared folder and a bucket without PostgreSQL', async () => {
    const at = createWorkplace();
    at.write('specs/orders.yaml', ORDERS_YAML);
    const sqlite = at.call(['serve', '--port', '0', '--files', 'x']);
    assert.equal([sqlite.code, sqlite.stdout], [2, '']);
    assert.match(sqlite.stderr, '--files requires PostgreSQL');
    const bucket = at.call(['serve', '--port', '0', '--files', 's3://bucket/prefix?region=r']);
    assert.equal([bucket.code, bucket.stdout], [2, '']);
    assert.match(bucket.stderr, '--files requires PostgreSQL');
    at.remove();
  });
});
