// A file that is still being written is found to have changed, before its run exists.
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dependsOnFileEnd } from '../../../compiler/index.ts';
import type { RunModule } from '../../../runtime/base/model/run-module.ts';
import { ConnectorFailure } from '../../../runtime/connector/failure.ts';
import { createLocalFsConnector } from '../../../runtime/connector/local-fs/local-fs.ts';
import { requireUnchanged } from '../../../runtime/jobs/take/require-unchanged.ts';
import type { FileWork } from '../../../runtime/jobs/work/work.ts';
import type { StoredFile } from '../../../runtime/state/store/job-file-store.ts';

const test = suite<{ folder: string }>('files that are still being written');

test.before.each((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'specmill-slow-'));
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true }));

/**
 * Returns the code of the failure, or `same`. The file is compared as it was when this function was called. `compared` is
 * called after each comparison.
 */
async function judge(
  folder: string,
  { heldBack = 0, ready = {}, source }: { heldBack?: number; ready?: object; source?: RunModule['source'] },
  compared: () => void = () => {},
): Promise<string> {
  const local = createLocalFsConnector({ root: folder, localRoots: [folder] });
  const connector = {
    async stat(path: string) {
      const found = await local.stat(path);
      compared();
      return found;
    },
  };
  const file = await local.stat('a.txt');
  if (file === null) throw new Error('there is no file');
  const work = {
    connector,
    job: { definition: { ready: { unchangedForMs: 20, doneFile: null, ...ready } } },
    signal: new AbortController().signal,
  };
  const module = {
    hash: JSON.stringify([heldBack, source]),
    source,
    spec: { splits: { kind: 'LINES', lineEnds: [10], heldBack } },
  };
  try {
    // Only these members are used.
    const [own, row, used] = [work, { ...file, location: file.path }, module] as unknown as [
      FileWork,
      StoredFile,
      RunModule,
    ];
    await requireUnchanged(own, row, used);
    return 'same';
  } catch (error) {
    if (!(error instanceof ConnectorFailure)) throw error;
    return error.code;
  }
}

const TRAILER = (occurs: string): RunModule['source'] => ({
  path: 'a.yaml',
  syntax: 'yaml',
  text: `name: a
format: CSV
hasHeader: false
recordTypes:
  - { name: item, when: { column: 1, values: [I] }, fields: [{ name: kind, type: STRING }] }
  - { name: total, when: { column: 1, values: [T] }, occurs: ${occurs}, fields: [{ name: kind, type: STRING }] }
`,
});

test('a spec whose end decides is compared once more after unchangedFor', async ({ folder }) => {
  for (const [settings, expected] of [
    [{ heldBack: 1 }, 'source_changed'],
    [{ source: TRAILER('ONCE') }, 'source_changed'],
    // The end of these files does not decide, or another file says that they are complete.
    [{ source: TRAILER('OPTIONAL') }, 'same'],
    [{}, 'same'],
    [{ heldBack: 1, ready: { doneFile: '{name}.ok' } }, 'same'],
    [{ heldBack: 1, ready: { unchangedForMs: 0 } }, 'same'],
  ] as const) {
    writeFileSync(join(folder, 'a.txt'), 'first\n');
    const append = () => appendFileSync(join(folder, 'a.txt'), 'one more line\n');
    assert.is(await judge(folder, settings, append), expected, JSON.stringify(settings));
    assert.is(await judge(folder, settings), 'same', 'the complete file');
  }
});

test('a file that is gone after it was read is not changed', async ({ folder }) => {
  writeFileSync(join(folder, 'a.txt'), 'first\n');
  const remove = () => rmSync(join(folder, 'a.txt'), { force: true });
  assert.is(await judge(folder, { heldBack: 1 }, remove), 'same');
});

test('the end of a file decides if lines are skipped there, or a required record ends it', () => {
  const types = (...list: object[]) =>
    list.map((type, at) => ({
      name: `type${at}`,
      when: { column: 1, values: [String(at)] },
      fields: [{ name: 'kind', type: 'STRING' }],
      ...type,
    }));
  const decides = (spec: object): boolean =>
    dependsOnFileEnd({ path: 'a.json', syntax: 'json', text: JSON.stringify({ name: 'a', format: 'CSV', ...spec }) });
  const fields = [{ name: 'a', type: 'STRING' }];
  assert.is(decides({ fields, skipLines: { bottom: 2 } }), true);
  assert.is(decides({ fields, skipLines: { top: 2 } }), false);
  assert.is(decides({ recordTypes: types({ occurs: 'ONCE' }, {}, { occurs: { min: 1 } }) }), true);
  assert.is(decides({ recordTypes: types({ occurs: 'ONCE' }, {}) }), false);
  assert.is(decides({ recordTypes: types({ occurs: 'ONCE' }) }), false, 'the first record is no trailer');
  assert.is(
    decides({ recordTypes: types({ occurs: 'SOME' }, { in: 'type0' }, { in: 'type0', occurs: 'ONCE' }) }),
    true,
  );
  assert.is(decides({ recordTypes: types({ occurs: 'SOME' }, { in: 'type0' }) }), false);
  assert.is(decides({ fields: 1 }), false);
});

test.run();
