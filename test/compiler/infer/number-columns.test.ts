import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findColumns } from '../../../compiler/tools/infer/fixed-width/columns.ts';
import { draftSpec, lines } from './draft-spec.ts';

const PERSONS = ['Ines Falk', 'Jonas', 'Karla Moos', 'Lutz Arp', 'Mona Thiel', 'Nils Okoye', 'Olga'];

/** The ranges of the columns of lines, from 0, with L or R. */
const rangesOf = (texts: readonly string[]) =>
  findColumns(texts.map((text) => [...text])).map(({ start, end, align }) => `${start}-${end}${align[0]}`);
const linesOf = (more: (at: number) => string) => PERSONS.map((name, at) => name.padEnd(12) + more(at));

test('numbers of one width take the blanks before them', () => {
  const price = (at: number) => (0.25 + at).toFixed(2).padStart(8);
  assert.equal(rangesOf(linesOf((at) => String(at * 41 + 3).padStart(7) + price(at))), ['0-10L', '10-19R', '19-27R']);
  assert.equal(rangesOf(linesOf((at) => `    ${at + 2}${price(at)} ${at % 2 === 0 ? 'NEW' : 'USED'}`)), [
    '0-10L',
    '10-17R',
    '17-25R',
    '26-30L',
  ]);
  assert.equal(rangesOf(linesOf((at) => `   ${at % 2 === 0 ? '-' : '+'}${at + 2}`)), ['0-10L', '10-17R']);
  assert.equal(rangesOf(linesOf((at) => `   ${at + 2},50-`)), ['0-10L', '10-20R']);
  assert.equal(rangesOf([`${'Name'.padEnd(14)}No`, ...linesOf((at) => `  ${at + 31}`)]), ['0-10L', '10-16R']);
});

test('numbers that fill their column, dates and texts of one width do not', () => {
  assert.equal(rangesOf(linesOf((at) => `   00${at + 412}`)), ['0-15L', '15-20L']);
  assert.equal(rangesOf(linesOf((at) => `   2023040${at + 1}`)), ['0-15L', '15-23L']);
  assert.equal(rangesOf(linesOf((at) => `   0${at + 1}.04.2023`)), ['0-15L', '15-25L']);
  assert.equal(rangesOf(linesOf((at) => `   AB${'CDEFGHI'[at]}`)), ['0-15L', '15-18L']);
  assert.equal(rangesOf(PERSONS.map((name, at) => `${at + 2}    ${name}`)), ['0-5L', '5-15L']);
});

test('a draft of short numbers has the place of longer ones', async () => {
  const { spec } = await draftSpec(lines(...linesOf((at) => `   ${at + 1}${(at + 0.5).toFixed(2).padStart(9)} EUR`)), {
    fileName: 'sample.txt',
  });
  assert.is(spec.format, 'FIXED_WIDTH');
  const places = spec.fields.map(({ type, start, length, align }) => [type, start, length, align]);
  assert.equal(places, [
    ['STRING', 1, 10, undefined],
    ['INTEGER', 11, 6, 'RIGHT'],
    ['DECIMAL', 17, 9, 'RIGHT'],
    ['STRING', 27, 3, undefined],
  ]);
});

test.run();
