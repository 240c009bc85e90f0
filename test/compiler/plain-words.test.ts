import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toPlainWords } from '../../compiler/formats.ts';

test('a message names a type in words, with the separators of the field in an example', () => {
  const words: Readonly<Record<string, string>> = {
    'amount must be a DECIMAL with decimal separator "," and group separator "."':
      'amount must be a number like 1.234,56',
    'amount must be a DECIMAL with decimal separator ","': 'amount must be a number like 1234,56',
    'amount must be a DECIMAL with decimal separator "."': 'amount must be a number like 1234.56',
    'n must be an INTEGER': 'n must be a whole number like 1234',
    'n must be an INTEGER with group separator "\'"': "n must be a whole number like 1'234",
    'n must be an INTEGER with a sign after the digits': 'n must be a whole number with a sign after the digits',
    'day must be a DATE in the format dd.MM.yyyy': 'day must be a date in the format dd.MM.yyyy',
    'a must be a DECIMAL with digits only, the last 2 are decimals':
      'a must be a number with digits only, the last 2 are decimals',
  };
  for (const [message, plain] of Object.entries(words)) assert.is(toPlainWords(message), plain);
});

test('other messages and the names of fields stay as they are', () => {
  for (const message of ['amount must be positive', 'DATE is required', 'x must be a DATES', 'the id is not a DATE'])
    assert.is(toPlainWords(message), message);
  assert.is(toPlainWords('DATE must be a DATE in the format d.M.yyyy'), 'DATE must be a date in the format d.M.yyyy');
});

test.run();
