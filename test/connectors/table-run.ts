/**
 * A process that executes the unfinished runs of a data folder, and prints "finished" when there are none left. The first
 * argument is the folder. The environment variable SPECMILL_TEST_DATABASE contains the settings of the database as JSON.
 */
import type { DatabaseSettings } from '../../runtime/database/settings.ts';
import { openAll } from '../runtime/data-folder.ts';

// The test has ended, perhaps by a failure.
process.on('disconnect', () => process.exit(1));
process.channel?.unref();

const settings = JSON.parse(process.env['SPECMILL_TEST_DATABASE'] ?? '{}') as DatabaseSettings;
const all = await openAll(process.argv[2] ?? '', { threads: 2, openDatabase: async () => settings });
await all.runs.resume();
for (;;) {
  const runs = await all.runs.list({ limit: 100 });
  if (runs.every(({ finishedAt }) => finishedAt !== null)) break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
process.stdout.write('finished\n');
await all.close();
