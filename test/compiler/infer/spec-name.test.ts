import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { specNameOf } from '../../../compiler/tools/infer/model/sample.ts';

const NAMES: readonly (readonly [file: string, name: string])[] = [
  ['20110805A.ach', 'ach'],
  ['Payments 2024.csv.gz', 'payments'],
  ['orders_2024-03-31.csv', 'orders'],
  ['Bookings-20240331T0200.csv', 'bookings'],
  ['report 31.03.2024.xml', 'report'],
  ['Open Orders.csv.txt', 'open-orders'],
  ['ppd-debit.ach', 'ppd-debit'],
  ['TRAN.APR14.NPT.DATA.dat', 'tran-apr14-npt'],
  ['20240331.csv', 'sample'],
  ['a.csv', 'sample'],
  ['.csv', 'sample'],
  ['', 'sample'],
];

for (const [file, name] of NAMES) {
  test(`a spec for ${JSON.stringify(file)} is named ${name}`, () => {
    assert.is(specNameOf(file), name);
    assert.match(specNameOf(file), /^[a-z][a-z0-9-]*$/);
  });
}

test.run();
