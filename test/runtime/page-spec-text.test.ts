/** How the page shows a spec: as YAML, and the lines of each field. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { fieldAt, findFieldLines, listFields } from '../../runtime/page/views/specs/field-lines.ts';
import { toYaml } from '../../runtime/page/views/specs/to-yaml.ts';
import { scaleRuns } from '../support/property.ts';

const ROOT = join(import.meta.dirname, '../..');

test('the YAML of each spec of this project means the same spec, and its fields are where the lines say', () => {
  const files = readdirSync(join(ROOT, 'specs')).filter((name) => name.endsWith('.yaml'));
  assert.ok(files.length > 3);
  for (const file of files) {
    const spec = parse(readFileSync(join(ROOT, 'specs', file), 'utf8')) as Record<string, unknown>;
    const { text, lines } = toYaml(spec as never);
    assert.equal(parse(text), spec, file);
    const written = text.split('\n');
    const fields = listFields(spec);
    assert.is(lines.size, fields.length, file);
    const module = readFileSync(join(ROOT, 'generated', file.replace('.yaml', '.ts')), 'utf8');
    const blocks = findFieldLines(module, fields);
    assert.equal([...blocks.keys()], [...lines.keys()], file);
    for (const { name, label } of fields) {
      assert.match(written[lines.get(label) ?? -1] ?? '', new RegExp(`^ +- name: "?${name}`));
      const block = new RegExp(`const ${toIdentifier(label)}\\d*Column`);
      assert.match(module.split('\n')[blocks.get(label) ?? -1] ?? '', block);
    }
  }
});

/** The name that a module gives to a field: `entry.amount` is `entryAmount`. */
function toIdentifier(label: string): string {
  return label.replace(/\W(\w)/g, (_, letter: string) => letter.toUpperCase());
}

test('any JSON object keeps its value as YAML', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('yes', 'null', 'a: b', '- x', '#', '1', '~', 'fields'));
  const names = key.filter((name) => name !== '__proto__' && name !== '<<');
  const object = fc.dictionary(names, fc.jsonValue(), { noNullPrototype: true });
  fc.assert(
    fc.property(object, (spec) => {
      const plain = JSON.parse(JSON.stringify(spec)) as Record<string, unknown>;
      assert.equal(parse(toYaml(plain).text) ?? {}, plain);
    }),
    { numRuns: scaleRuns(2000) },
  );
});

test('the lines of a module lead to the code of each field', () => {
  const module = readFileSync(join(ROOT, 'generated/payments.ts'), 'utf8');
  const fields = ['id', 'booked', 'none', 'purpose'].map((name) => ({ name, label: name }));
  const lines = findFieldLines(module, fields);
  assert.equal([...lines.keys()], ['id', 'booked', 'purpose']);
  for (const [field, line] of lines) assert.match(module.split('\n')[line] ?? '', new RegExp(`const ${field}Column`));
  const booked = lines.get('booked') ?? 0;
  assert.equal([fieldAt(lines, 0), fieldAt(lines, booked - 1), fieldAt(lines, booked)], [null, 'id', 'booked']);
});

test.run();
