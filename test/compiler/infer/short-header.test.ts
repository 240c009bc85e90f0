import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type DraftResult, draftSpec, lines } from './draft-spec.ts';

const SHORT = /header has \d cells, records have \d: find the column without a name, or the cell that contains/;
const undecidedOf = ({ verdict }: DraftResult) => verdict.undecided.join('\n');

test('a header with one cell fewer than the records is undecided', async () => {
  const files = {
    'a decimal comma is the delimiter': lines('no,client,price', '0,Arp,41,50', '1,Bild,7,25', '2,Cohn,118,99'),
    'numbers from 1 and decimal commas': lines('no,client,price', '1,Arp,41,50', '2,Bild,7,25', '3,Cohn,118,99'),
    'names and decimal commas': lines('client,price,unit', 'Arp,41,50,kg', 'Bild,7,25,kg', 'Cohn,118,99,t'),
    'signed numbers': lines('client,unit,price', 'Arp,kg,-41,50', 'Bild,kg,7,25', 'Cohn,t,118,99'),
    'numbers from 0': lines('client;unit;price', '0;Arp;kg;4.5', '1;Bild;kg;7.5', '2;Cohn;t;11.5'),
    'first cells that repeat': lines('client;unit;price', 'a;Arp;kg;4.5', 'a;Bild;kg;7.5', 'b;Cohn;t;11.5'),
    'a last column with gaps': lines('client;unit;price', 'Arp;kg;4.5;', 'Bild;kg;7.5;sold', 'Cohn;t;11.5;'),
  };
  for (const [title, content] of Object.entries(files))
    assert.match(undecidedOf(await draftSpec(content)), SHORT, title);
});

test('names of rows and delimiters at the end are decided', async () => {
  const files = {
    'numbers from 1': [lines('weight,feed', '1,4.5,soy', '2,6.5,bean', '3,7.25,soy'), 'row'],
    'quoted numbers from 1': [lines('"weight","feed"', '"1",4.5,"soy"', '"2",6.5,"bean"', '"3",7.25,"soy"'), 'row'],
    'texts and digits': [lines('legs\tarms', 'Spider\t8\t0', 'Ape\t2\t2', 'Ant\t6\t0'), 'rowName'],
    texts: [lines('mass,legs', 'Spider,0.5,8', 'Ape,30.5,2', 'Ant,0.1,6'), 'rowName'],
  } as const;
  for (const [title, [content, name]] of Object.entries(files)) {
    const draft = await draftSpec(content);
    assert.is(undecidedOf(draft), '', title);
    assert.is(draft.spec.fields[0]?.name, name, title);
  }
  const ended = await draftSpec(lines('client;unit;price', 'Arp;kg;4.5;', 'Bild;kg;7.5;', 'Cohn;t;11.5;'));
  assert.is(undecidedOf(ended), '');
});

test.run();
