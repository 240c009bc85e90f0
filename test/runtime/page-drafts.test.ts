/** What the editor of the page proposes at a place of a spec, and how it compares the issues of two results. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import schema from '../../generated/spec.schema.json' with { type: 'json' };
import type { IssueCount } from '../../runtime/base/model/issue-counts.ts';
import { compareIssues } from '../../runtime/page/views/draft/compare-issues.ts';
import { findSchemaOptions, type LanguageSchema } from '../../runtime/page/views/draft/editor/schema-options.ts';
import { findYamlPlace } from '../../runtime/page/views/draft/editor/yaml-place.ts';

/** Returns what is proposed at the end of a text. */
function propose(text: string): string[] {
  const place = findYamlPlace(text);
  assert.ok(place !== null);
  // The cast is safe: the type of the imported file has more detail than a schema needs.
  return findSchemaOptions(schema as LanguageSchema, place).map((option) => option.text);
}

const HEAD = 'name: a\nformat: CSV\n';

test('keys of the document are proposed without those that it has', () => {
  const found = propose(`${HEAD}fie`);
  assert.ok(found.includes('fields') && found.includes('delimiter'));
  assert.is(found.includes('name'), false);
});

test('values of an enumeration and truth values are proposed', () => {
  assert.equal(propose('format: '), ['CSV', 'FIXED_WIDTH', 'XML', 'JSON', 'XLSX']);
  assert.equal(propose(`${HEAD}hasHeader: t`), ['true', 'false']);
});

test('an item of a list has the keys of its object, in block and flow style, with and without indentation', () => {
  for (const text of [
    'fields:\n  - name: id\n    ty',
    'fields:\n- name: id\n  ty',
    'fields:\n  - { name: id, ty',
    'fields: [{ name: id, ty',
  ]) {
    const found = propose(HEAD + text);
    assert.ok(found.includes('type') && found.includes('required'), text);
    assert.is(found.includes('name'), false, text);
    assert.is(found.includes('delimiter'), false, text);
  }
});

test('the next item has all keys again, and a line without indentation those of the document', () => {
  assert.ok(propose(`${HEAD}fields:\n  - name: id\n  - `).includes('name'));
  assert.ok(propose(`${HEAD}fields:\n  - { name: id }\nval`).includes('validationRules'));
});

test('the kind of a rule decides which keys are proposed', () => {
  const rules = `${HEAD}validationRules:\n  - `;
  assert.ok(propose(`${rules}ruleType: `).includes('MAX_LENGTH'));
  assert.ok(propose(`${rules}ruleType: MAX_LENGTH\n    `).includes('value'));
  assert.is(propose(`${rules}ruleType: REQUIRED\n    `).includes('value'), false);
  assert.is(propose(`${rules}{ ruleType: REQUIRED, `).includes('value'), false);
});

test('nothing is proposed in a comment, for an unknown key, or for a key of Object.prototype', () => {
  assert.is(findYamlPlace('name: a # fie'), null);
  assert.equal(propose('constructor:\n  a'), []);
  assert.equal(propose('unknown: '), []);
});

test('a word begins after blanks, brackets and commas', () => {
  assert.is(findYamlPlace('fields: [{na')?.from, 'fields: [{'.length);
  assert.is(findYamlPlace('format: C')?.from, 'format: '.length);
});

test('the place in 20,000 lines is found at once', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) => `  - { name: f${index}, type: STRING }`);
  assert.ok(propose(`${HEAD}fields:\n${lines.join('\n')}\n  - { na`).includes('name'));
});

test('issues are compared by code, rule, field and severity, the greatest difference first', () => {
  const issue = (code: string, count: number): IssueCount => ({
    ...{ code, ruleId: null, field: 'a', severity: 'ERROR', count },
  });
  const changes = compareIssues([issue('A', 1), issue('B', 2), issue('C', 5)], [issue('A', 1), issue('D', 9)]);
  assert.equal(
    changes.map(({ code, before, after }) => [code, before, after]),
    [
      ['D', 0, 9],
      ['C', 5, 0],
      ['B', 2, 0],
    ],
  );
});

test.run();
