import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readStore } from '../../runtime/state/settings/store.ts';
import { rejectionOf } from './data-folder.ts';

test('sqlite is no database; a URL names one, and the environment what it leaves out', async () => {
  assert.is(await readStore('sqlite', {}), null);
  assert.equal(await readStore('postgresql://u%40x@db.example:6000/d%20b?sslmode=require', { PGPASSWORD: 'p' }), {
    host: 'db.example',
    port: 6000,
    database: 'd b',
    user: 'u@x',
    password: 'p',
    tls: { verifies: 'nothing', ca: null },
  });
  const env = {
    ...{ PGHOST: '::1', PGPORT: '6001', PGUSER: 'u', PGDATABASE: 'd', PGPASSWORD: 'p' },
    SPECMILL_STORE_PASSWORD: 'q',
  };
  const expected = { host: '::1', port: 6001, database: 'd', user: 'u', password: 'q', tls: null };
  assert.equal(await readStore('postgres://', env), expected);
  assert.equal(await readStore('postgresql://[::1]:6001/d', env), expected);
});

test('without sslmode, TLS is verified except within the machine', async () => {
  const verified = { verifies: 'host', ca: null };
  for (const [url, tls] of [
    ['postgresql://u@db.example/d', verified],
    ['postgresql://u@10.0.0.1/d', verified],
    ['postgresql://u@127.0.0.1.example/d', verified],
    ['postgresql://u@127.0.0.1/d', null],
    ['postgresql://u@localhost/d', null],
    ['postgresql://u@localhost/d?host=/run/postgresql', null],
    ['postgresql://u@db.example/d?sslmode=disable', null],
    ['postgresql://u@localhost/d?sslmode=verify-ca', { verifies: 'authority', ca: null }],
  ] as const)
    assert.equal((await readStore(url, {}))?.tls, tls, url);
});

test('what is wrong is named, and never what may be a password', async () => {
  for (const [url, message] of [
    ['mysql://u:hunter2@h/d', 'the URL of a PostgreSQL database'],
    ['postgresql://u:hunter2@h/d', 'SPECMILL_STORE_PASSWORD'],
    ['postgresql://u@h/d?password=hunter2', 'unknown parameter "password"'],
    ['postgresql://u@h/d?sslmode=hunter2', 'sslmode takes one of'],
    ['postgresql://u@h/d?sslrootcert=/no/file', '/no/file'],
    ['postgresql://u@h', 'names no database'],
    ['postgresql:///d', 'names no host'],
    ['postgresql://%zz@h/d', 'the user is not valid'],
  ] as const) {
    const error = await rejectionOf(readStore(url, {}));
    assert.match(error.message, message);
    assert.not.match(error.message, 'hunter2');
  }
});

test.run();
