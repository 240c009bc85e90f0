import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import { createRunOptions } from '../../runtime/base/model/run-info.ts';
import { createEmbeddedSink } from '../../runtime/sink/embedded.ts';
import { createFileSink } from '../../runtime/sink/file/file-sink.ts';
import { openLineFile } from '../../runtime/sink/line-targets.ts';
import { createNdjsonSink } from '../../runtime/sink/ndjson.ts';
import { openTestStore } from '../support/test-store.ts';
import { collect, newRun } from './data-folder.ts';
import { type Destination, type Kind, sinkContract } from './sink-contract.ts';

const kinds: (Kind & { make(folder: string): Promise<Destination> })[] = [
  {
    name: 'ndjson',
    resumes: false,
    showsAtOnce: false,
    fences: false,
    async make(folder) {
      const path = join(folder, 'out.ndjson');
      return {
        open: async () => createNdjsonSink(await openLineFile(path)),
        values: async () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []),
        close: async () => {},
      };
    },
  },
  {
    name: 'file of an integration',
    resumes: false,
    showsAtOnce: false,
    fences: false,
    async make(folder) {
      const path = join(folder, 'out.ndjson');
      const journal = { commit: async () => {}, finish: async () => {} };
      return {
        open: async () => createFileSink({ format: 'NDJSON', target: await openLineFile(path), journal }),
        values: async () => (existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : []),
        close: async () => {},
      };
    },
  },
  {
    name: 'embedded',
    resumes: true,
    showsAtOnce: true,
    fences: true,
    async make(folder) {
      const store = await openTestStore(folder);
      return {
        async open(runId, delivery = 'at-least-once') {
          if ((await store.runs.find(runId)) === null)
            await store.runs.insert(newRun(runId, { options: createRunOptions({ delivery }) }));
          return createEmbeddedSink({ ...(await store.runs.openJournal(runId)), deadLetters: null });
        },
        values: async () =>
          (await collect(store.topics.messages('t', { from: 0, limit: Infinity })))
            .flat()
            .map(({ value }) => value ?? ''),
        close: () => store.close(),
      };
    },
  },
];

for (const kind of kinds) {
  const test = suite<{ folder: string; at: Destination }>(`a sink: ${kind.name}`);
  test.before.each(async (context) => {
    context.folder = mkdtempSync(join(tmpdir(), 'specmill-sink-'));
    context.at = await kind.make(context.folder);
  });
  test.after.each(async ({ folder, at }) => {
    await at.close();
    rmSync(folder, { recursive: true });
  });
  sinkContract(kind, (name, check) => void test(name, check));
  test.run();
}
