import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { runSample } from '../../runtime/runs/sample-tests/run-sample.ts';
import { loadModule } from '../readers/parity/run-module.ts';
import { createZip } from '../runtime/zip.ts';

const spec = { name: 'small', format: 'CSV', onTypeMismatch: 'ERROR', fields: [{ name: 'a', type: 'INTEGER' }] };
const text = 'a\n1\nx\n';

test('a compressed sample has the results of its content', async () => {
  const module = await loadModule({ spec, syntax: 'json' });
  const folder = mkdtempSync(join(tmpdir(), 'specmill-samples-'));
  try {
    const files = {
      'plain.csv': Buffer.from(text),
      'small.csv.gz': gzipSync(text),
      'small.zip': createZip([{ name: 'small.csv', content: Buffer.from(text) }]),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      const { result, events, errors } = await runSample(module, path, {});
      assert.equal(
        [result.status, result.totalRecords, events.length, errors.map(({ record }) => record)],
        ['PARTIAL_SUCCESS', 2, 2, [2]],
        name,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
