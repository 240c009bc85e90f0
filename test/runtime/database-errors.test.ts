import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { toMariadbFailure } from '../../runtime/base/database/mariadb/classify-error.ts';
import { toPostgresFailure } from '../../runtime/base/database/postgresql/classify-error.ts';

const SECRET = 'DE00 1234 5678';

/** What PostgreSQL 15 reports for a RAISE in a trigger, which chooses all but the routine and the call stack. */
const raised = (code: string, more: object = {}) =>
  Object.assign(new Error(`iban ${SECRET} is too short`), {
    ...{ severity: 'ERROR', code, routine: 'exec_stmt_raise', where: 'PL/pgSQL function f() line 1 at RAISE', ...more },
  });

const STATES = ['P0001', '42P01', '42703', '3F000', '42501', '23514', '23502', '22023', '42601', '0A000', 'XX000'];

test('PostgreSQL: no text that code in the database chooses is in a failure', () => {
  for (const state of STATES)
    for (const more of [{}, { constraint: SECRET, column: SECRET }, { routine: 'plpgsql_error', where: undefined }]) {
      const { message } = toPostgresFailure(raised(state, more), 'db.example');
      assert.not.match(message, new RegExp(SECRET), `${state} ${JSON.stringify(more)}`);
      assert.match(message, new RegExp(`${state}|rejects the user`));
    }
  const dynamic = raised('42P01', { routine: 'parserOpenTable', where: 'PL/pgSQL function f() line 1 at EXECUTE' });
  assert.is(toPostgresFailure(dynamic, 'db.example').message, 'A table does not exist (42P01).');
});

test('PostgreSQL: the names of tables, columns and constraints are in the failure where the server wrote them', () => {
  const of = (code: string, routine: string, message: string, more: object = {}) =>
    toPostgresFailure(Object.assign(new Error(message), { severity: 'ERROR', code, routine, ...more }), 'db.example')
      .message;
  assert.is(
    of('42P01', 'parserOpenTable', 'relation "orders" does not exist'),
    'A table does not exist (relation "orders" does not exist) (42P01).',
  );
  assert.match(of('42501', 'aclcheck_error', 'permission denied for table orders'), /for table orders/);
  const check = { constraint: 'orders_total', where: 'COPY batch, line 3' };
  assert.match(of('23514', 'ExecConstraints', `new row ${SECRET}`, check), /violates the constraint "orders_total"/);
  assert.match(of('23502', 'ExecConstraints', `null ${SECRET}`, { column: 'total' }), /"total" must not be null/);
});

test('MariaDB: no text of the server is in a failure', () => {
  const codes = ['ER_SIGNAL_EXCEPTION', 'ER_NO_SUCH_TABLE', 'ER_TABLEACCESS_DENIED_ERROR', 'ER_DUP_ENTRY', SECRET];
  for (const code of codes) {
    const error = Object.assign(new Error(`iban ${SECRET}`), { code, errno: 1644, sqlState: '45000' });
    const { message } = toMariadbFailure(error, 'db.example');
    assert.not.match(message, new RegExp(SECRET), code);
  }
});

test.run();
