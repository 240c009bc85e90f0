import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CsvWriter } from '../../../runtime/connector/database/csv-writer.ts';
import { InvalidSelection, readSelection } from '../../../runtime/connector/database/database-source.ts';
import { openSettings } from '../../../runtime/connector/database/open-settings.ts';
import { createHostGuard } from '../../../runtime/connector/host-guard.ts';
import { database } from '../../../runtime/connector/types/connector-types.ts';
import { quoteName } from '../../../runtime/base/database/quote.ts';

const test = suite('rows of a database');

test('null is an empty cell, and an empty text is a cell with quotes', () => {
  const writer = new CsvWriter();
  writer.add(['a', null, '', 'b,c', 'say "x"', 'two\nlines', ' blank ']);
  assert.is(writer.take().toString(), 'a,,"","b,c","say ""x""","two\nlines", blank \n');
});

test('a writer returns chunks instead of holding all rows', () => {
  const writer = new CsvWriter();
  const chunks = Array.from({ length: 1000 }, () => writer.add(['x'.repeat(1000)])).filter((chunk) => chunk !== null);
  assert.ok(chunks.length > 10);
  assert.ok(chunks.every((chunk) => chunk.length < 70_000));
});

test('a source has a query, or a table and a cursorColumn', () => {
  assert.equal(readSelection({ query: ' select 1; ' }), { kind: 'query', query: 'select 1' });
  assert.equal(readSelection({ table: 't', cursorColumn: 'id' }), { kind: 'table', table: 't', cursorColumn: 'id' });
  assert.is(readSelection({}), null);
  const invalid = [
    { query: 'DELETE FROM t' },
    { query: "COPY t TO PROGRAM 'x'" },
    { query: '-- SELECT\nDROP TABLE t' },
    { query: 5 },
    { query: 'SELECT 1', table: 't' },
    { table: 't' },
    { cursorColumn: 'id' },
    { table: '', cursorColumn: 'id' },
  ];
  for (const source of invalid)
    assert.throws(
      () => readSelection(source),
      (error: Error) => error instanceof InvalidSelection,
    );
});

test('names are quoted, and a name that the database would cut is refused', () => {
  assert.is(quoteName('postgresql', 'a"b'), '"a""b"');
  assert.is(quoteName('mariadb', 'a`b'), '`a``b`');
  for (const name of ['', 'x\0', 'ü'.repeat(32)])
    assert.throws(() => quoteName('postgresql', name), /No table or column/);
});

function check(config: object) {
  return database.check(config, { localRoots: [] }).members;
}

test('the config of DATABASE has defaults, and rejects what does not fit', () => {
  const given = { driver: 'postgresql', host: 'db.example', database: 'd' };
  assert.equal(check(given), { ...given, port: null, ssl: null, schema: null });
  const invalid = [
    { ...given, driver: 'oracle' },
    { ...given, ssl: 'yes' },
    { ...given, ssl: { ca: 'x' } },
    { ...given, password: 'x' },
    { ...given, driver: 'mariadb', schema: 's' },
    { ...given, driver: 'mariadb', host: '192.0.2.1', ssl: true },
  ];
  for (const config of invalid)
    assert.throws(
      () => check(config),
      (error: Error) => error.name === 'InvalidConfig',
    );
});

test('TLS is the default except on loopback, and the address is the one that passed the guard', async () => {
  const open = (host: string) =>
    openSettings({
      config: { driver: 'mariadb', host, port: null, database: 'd', ssl: null, schema: null },
      openCredential: async () => ({
        id: 'c',
        type: 'PASSWORD',
        version: 1,
        metadata: { username: 'u' },
        secret: { password: 'p' },
      }),
      guard: createHostGuard(['127.0.0.1'], async (name) => [
        { address: name === 'localhost' ? '127.0.0.1' : '192.0.2.7', family: 4 },
      ]),
    });
  const remote = await open('db.example');
  assert.equal([remote.ssl, remote.address, remote.port], [{}, '192.0.2.7', 3306]);
  assert.is((await open('localhost')).ssl, null);
});

test.run();
