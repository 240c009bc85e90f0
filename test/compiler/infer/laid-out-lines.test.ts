/** Headers, boxes and numbers without blanks between them, in lines of fixed width. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftSpec, fieldsOf, lines } from './draft-spec.ts';

const often = (count: number, line: (at: number) => string) =>
  lines(...Array.from({ length: count }, (_, at) => line(at + 1)));
const record = (at: number) => `${2000 + at}${String(at).padStart(4)}${(at * 1.25).toFixed(2).padStart(9)}`;

test('a name in the header may cross the border of its column', async () => {
  const draft = await draftSpec(` YR   MON  RAINFALL\n${often(12, record)}`, { fileName: 'a.dat' });
  assert.equal(fieldsOf(draft), ['yr INTEGER required', 'mon INTEGER required', 'rainfall DECIMAL required']);
});

test('names that cross borders and are no one for each column name no column', async () => {
  const draft = await draftSpec(`Stationcodesample\n${often(12, record)}`, { fileName: 'a.dat' });
  assert.ok(
    draft.spec.fields.every(({ name }) => !/stat|code|sample/i.test(name)),
    fieldsOf(draft).join(),
  );
});

test('a box above a table is no record', async () => {
  const box = lines('*'.repeat(30), `*** ${'Weekly  averages'.padEnd(23)}***`, '*'.repeat(30));
  const draft = await draftSpec(box + often(40, record), { fileName: 'a.dat' });
  assert.equal(draft.spec.skipLines, { top: 3 });
  assert.is(draft.rating.accepted, 40);
});

test('marks before a header or records make them no box', async () => {
  const row = (at: number) =>
    `${String(at).padStart(2, '0')}  ${['Bolts', 'Nut   ', 'Washer'][at % 3]?.padEnd(8) ?? ''}  ${(at * 1.25).toFixed(2)}`;
  const named = await draftSpec(`##  NAME      PRICE\n${often(9, row)}`, { fileName: 'a.dat' });
  assert.equal(fieldsOf(named).slice(1), ['name STRING required', 'price DECIMAL required']);
  const marked = often(9, (at) => `${at < 3 ? '** ' : '   '}${row(at)}`);
  assert.is((await draftSpec(marked, { fileName: 'a.dat' })).rating.accepted, 9);
});

test('numbers with flags side by side are several columns', async () => {
  const digits = (at: number) => `${String(at * 7919).padStart(12, '0')}?${String(at * 104729).padStart(14, '0')}A7`;
  const draft = await draftSpec(
    often(12, (at) => ` ${digits(at)} ${digits(at * 3)}`),
    { fileName: 'a.dat' },
  );
  assert.match(draft.verdict.undecided.join(), /several columns/);
});

test.run();
