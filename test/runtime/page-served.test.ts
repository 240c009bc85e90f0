/** A built program serves its own page, wherever the bundler has placed the code that finds it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

test('code of encodings that only writes modules (emit.ts) is in the worker that drafts specs alone', () => {
  const folder = join(process.env['SPECMILL_TEST_PROGRAM'] ?? '', 'page/page');
  const encoders = join(import.meta.dirname, '../../compiler/emitting/encoders');
  const emitters = readdirSync(encoders, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /[\\/]emit\.ts$/.test(path),
  );
  assert.ok(emitters.length > 0);
  for (const path of emitters) {
    const [, word = ''] = /use\('(\w+)'\)/.exec(readFileSync(join(encoders, path), 'utf8')) ?? [];
    const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
    const holders = files.filter((name) => readFileSync(join(folder, name), 'utf8').includes(word));
    assert.equal(
      holders.map((name) => name.replace(/-[A-Z0-9]{8}\.js$/, '')),
      ['infer-worker'],
      `${path} ${word}`,
    );
  }
});

test.run();
