// A value that a key does not take, with a hint at the key that does what its author means.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAndCheck } from '../../compiler/pipeline/check.ts';

test('another lineTerminator than AUTO or NONE is answered with recordSeparator', () => {
  for (const value of ['~', "'", '|', '\\n', '\\r\\n', 'LF', 'CRLF', '\\u001e', ';', '~~']) {
    const text = `name: x\nformat: CSV\nlineTerminator: ${JSON.stringify(value)}\nfields: [{ name: a, type: STRING }]\n`;
    const { diagnostics } = readAndCheck({ text, path: 'x.yaml', syntax: 'yaml' });
    const found = diagnostics.find(({ code }) => code === 'unknown_value');
    assert.match(found?.hint ?? '', 'set recordSeparator', value);
  }
});

test.run();
