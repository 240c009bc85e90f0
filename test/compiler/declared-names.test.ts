import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';

test('a spec with the name of a type of the contract has declarations without duplicates', async () => {
  for (const name of ['reference-tables', 'field-info', 'mask-keys']) {
    const text = `name: ${name}\nformat: CSV\nfields: [{ name: id, type: STRING }]\n`;
    const { module } = await compile({ text, path: `${name}.yaml`, syntax: 'yaml' });
    const names = [...(module?.dts ?? '').matchAll(/^export (?:interface|type) (\w+)/gm)].map(
      ([, declared]) => declared,
    );
    assert.equal(
      names.filter((declared, at) => names.indexOf(declared) !== at),
      [],
    );
  }
});

test.run();
