/** What the service knows of a spec before it loads the module must be what the module says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';

const specs = join(import.meta.dirname, '../../specs');
/** The runtime reads these from the module alone, or the compiler adds them. */
const OF_THE_MODULE = new Set([
  'name',
  'version',
  'format',
  'encoding',
  'encoder',
  'splits',
  'hasGate',
  'runWarnings',
  'recordTypeMember',
  'hasUniqueRules',
  'isDocument',
]);

test('the description of a spec has what its module says', async () => {
  const files = readdirSync(specs).filter((name) => name.endsWith('.yaml'));
  let withDocuments = 0;
  for (const file of files) {
    const { module } = await compile({ text: readFileSync(join(specs, file), 'utf8'), syntax: 'yaml', path: file });
    if (module === null) throw new Error(`${file} has errors`);
    const url = `data:text/javascript;base64,${Buffer.from(module.esm).toString('base64')}`;
    const { spec } = (await import(url)) as SpecModule;
    const known = Object.entries(spec).filter(([key]) => !OF_THE_MODULE.has(key));
    const said = Object.fromEntries(known);
    assert.equal(module.contents, said, file);
    if (module.contents.documents !== undefined) withDocuments++;
  }
  assert.ok(withDocuments > 2);
});

test.run();
