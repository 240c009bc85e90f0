import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, lines } from './draft-spec.ts';

const undecidedOf = async (...texts: readonly string[]) => (await draftSpec(lines(...texts))).verdict.undecided.join();

test('lines of one length, mostly digits, are undecided', async () => {
  const files = {
    'a number, a date, an amount and a currency': ['000431', '000432', '000433'].map(
      (no) => `${no}20230417000000815530-CHF`,
    ),
    'a single line': ['000431882920230417000000815530-CHF'],
    'digits alone': ['004318820417', '004319930418', '004320170511', '004321680602'],
    'digits that are no date': ['7004318820999417', '7004319930999418', '7004320170999511'],
    'a letter before digits': ['K00431882041', 'K00431993041', 'K00432017051'],
  };
  for (const [title, texts] of Object.entries(files)) assert.is.not(await undecidedOf(...texts), '', title);
  assert.match(await undecidedOf(...files['digits that are no date']), /one length, but no columns/);
});

test('short codes, texts of several lengths, numbers and a named column are no such lines', async () => {
  const dense = /one length, but no columns/;
  for (const texts of [
    ['40431882', '40431993', '40432017'],
    ['7004318820999417', '70043199309', '700432017099951100'],
    ['0.004318820417', '0.104319930418', '0.204320170511'],
    ['2023-04-17T08:15:30', '2023-04-18T09:25:31', '2023-05-11T10:35:32'],
    ['abcdefghijkl', 'mnopqrstuvwx', 'klmnopqrstuv'],
    ['gtin', '7004318820417', '7004319930418', '7004320170511'],
  ])
    assert.not.match(await undecidedOf(...texts), dense, texts[0]);
});

test.run();
