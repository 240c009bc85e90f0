import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { JsonText, jsonPieces } from '../../runtime/server/http/json-pieces.ts';

const test = suite('JSON in pieces');

test('the pieces are what JSON.stringify returns, at any depth', () => {
  for (const value of [
    null,
    'x',
    1,
    [],
    {},
    [[], {}, null, undefined],
    { a: undefined, b: [1, 'ä"\n', { c: { d: { e: [1, { f: 2 }] } } }], g: new Date(0), 'h i': false },
    { rows: Array.from({ length: 5000 }, (_, id) => ({ id, text: 'x'.repeat(id % 100), nested: { id } })) },
  ])
    assert.is([...jsonPieces(value)].join(''), JSON.stringify(value));
});

test('a text of JSON replaces its value, and a piece has at most about 64 Ki characters', () => {
  const value = { errors: Array.from({ length: 10_000 }, (_, id) => ({ id, text: 'y'.repeat(300) })), after: 1 };
  const texts = { ...value, errors: value.errors.map((error) => new JsonText(JSON.stringify(error))) };
  const pieces = [...jsonPieces(texts)];
  assert.is(pieces.join(''), JSON.stringify(value));
  assert.ok(pieces.length > 40 && pieces.every(({ length }) => length < 66_000));
});

test.run();
