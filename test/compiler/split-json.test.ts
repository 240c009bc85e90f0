import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { splitJson } from '../../compiler/emitting/encoders/json/split-json.ts';

test('the members of a message keep all of their digits', () => {
  const members = splitJson('{"id":"a\\"b{","n":12345678901234567890.10,"t":true,"e":null}');
  assert.equal(members, [
    { name: 'id', text: '"a\\"b{"', value: 'a"b{' },
    { name: 'n', text: '12345678901234567890.10', value: '12345678901234567890.10' },
    { name: 't', text: 'true', value: 'true' },
    { name: 'e', text: 'null', value: null },
  ]);
});

test('the value of a member with a list or an object is its text', () => {
  const members = splitJson('{"id":1,"lines":[{"a":"]}\\"","b":[]},{}],"last":{"c":{"d":null}},"none":[]}');
  assert.equal(
    members?.map(({ name, text, value }) => [name, text === value, value]),
    [
      ['id', true, '1'],
      ['lines', true, '[{"a":"]}\\"","b":[]},{}]'],
      ['last', true, '{"c":{"d":null}}'],
      ['none', true, '[]'],
    ],
  );
});

test('another text is not split', () => {
  for (const text of [
    '',
    '{}',
    'a,b',
    '[1]',
    '{"a":1',
    '{"a":1}x',
    '{"a":{"b":1]}',
    '{"a":[{"b":1}',
    '{"a":[1]2}',
    '{"a":1,}',
    '{a:1}',
  ])
    assert.is(splitJson(text), null, text);
});

test.run();
