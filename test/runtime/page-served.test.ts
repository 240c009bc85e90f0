/** A built program serves its own page, wherever the bundler has placed the code that finds it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startService } from './service.ts';
import { createWorkplace } from './specmill.ts';

test('the page is that of the build beside the program', async () => {
  const at = createWorkplace();
  at.write('specs/a.yaml', 'name: a\nformat: CSV\nfields:\n  - { name: id, type: STRING }\n');
  const service = await startService(at);
  const html = await (await service.fetch('//')).text();
  const files = [...html.matchAll(/page\/[\w.-]+/g)].map(([path]) => path);
  assert.is(files.length >= 3, true, html);
  for (const file of files) {
    assert.is((await service.fetch(`//${file}`)).status, 200, file);
    assert.is(existsSync(join(process.env['SPECMILL_TEST_PROGRAM'] ?? '', 'page', file)), true, file);
  }
  await service.stop();
  at.remove();
});

test.run();
