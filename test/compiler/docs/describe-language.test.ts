import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeLanguage } from '../../../compiler/index.ts';
import { specShape } from '../../../compiler/pipeline/1-read/spec-shape.ts';
import { messages } from '../../../compiler/diagnostics/messages/messages.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { readKeyDoc } from '../../../compiler/tools/docs/language/key-doc.ts';

const page = describeLanguage();
const rows = page.split('\n').filter((line) => line.startsWith('|'));
const { fields, correctionRules, validationRules } = specShape.keys;

test('every key, correction and rule of the language has a row', () => {
  const words = [
    ...Object.keys(specShape.keys),
    ...Object.keys(fields.shape.item.keys),
    ...fields.shape.item.keys.type.shape.values,
    ...Object.keys(correctionRules.shape.item.cases),
    ...Object.keys(validationRules.shape.item.cases),
  ];
  for (const word of words)
    assert.ok(
      rows.some((row) => row.startsWith(`| \`${word}\` |`)),
      word,
    );
});

test('every diagnostic is listed once', () => {
  for (const code of Object.keys(messages)) assert.is(page.split(`\`${code}\` ·`).length <= 2, true, code);
  const [, list = ''] = page.split('## Diagnostics');
  for (const code of Object.keys(messages)) assert.ok(list.includes(`\`${code}\``), code);
});

test('the rows of a table have as many cells as its header', () => {
  const tables = page.split('\n\n').filter((block) => block.startsWith('|'));
  assert.ok(tables.length >= 8);
  for (const block of tables) {
    const counts = block.split('\n').map((row) => row.replaceAll('\\|', '').split('|').length);
    assert.equal([...new Set(counts)].length, 1, block.slice(0, 80));
  }
});

test('a description of a key is split into scope, meaning and default', () => {
  assert.equal(readKeyDoc('CSV, FIXED_WIDTH: lines to skip. Default: `0`.'), {
    appliesTo: 'CSV, FIXED_WIDTH',
    meaning: 'Lines to skip.',
    fallback: '`0`',
  });
  assert.equal(readKeyDoc('The name.'), { appliesTo: null, meaning: 'The name.', fallback: null });
});

test('docs --language prints the page, and takes no SPEC', () => {
  const at = createWorkplace();
  try {
    assert.is(at.call(['docs', '--language']).stdout, page);
    assert.is(at.call(['docs', 'orders', '--language']).code, 2);
  } finally {
    at.remove();
  }
});

test.run();
