import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { showValue, splitRecord } from '../../runtime/page/views/topics/record-members.ts';

test('the members of a message are shown with all of their digits', () => {
  const members = splitRecord('{"id":"a\\"b{","n":12345678901234567890.10,"t":true,"e":null}');
  assert.equal(
    members?.map(({ name, text }) => [name, showValue(text)]),
    [
      ['id', 'a"b{'],
      ['n', '12345678901234567890.10'],
      ['t', 'true'],
      ['e', 'null'],
    ],
  );
});

test('another text is not split', () => {
  for (const text of ['', '{}', 'a,b', '[1]', '{"a":1', '{"a":1}x', '{"a":{"b":1}}', '{"a":1,}', '{a:1}'])
    assert.is(splitRecord(text), null, text);
});

test.run();
