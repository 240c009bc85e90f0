/**
 * Rotates the master key of a data folder, and kills its own process before the n-th statement of the database; with 0 it
 * lives. `node --import tsx rotate-and-die.ts FOLDER OLD_KEY NEW_KEY N`
 */
import sqlite3 from 'sqlite3';
import { openStore } from '../../../runtime/state/store/open-store.ts';
import { parseMasterKey } from '../../../runtime/state/vault/master-key.ts';
import { rotateMasterKey } from '../../../runtime/state/vault/rotate-master-key.ts';

const [folder = '', from = '', to = '', dieAt = '0'] = process.argv.slice(2);
const store = await openStore(folder);
let statements = 0;
for (const [owner, names] of [
  [sqlite3.Database, ['exec']],
  [sqlite3.Statement, ['run', 'all']],
] as const) {
  const prototype = owner.prototype as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of names) {
    const original = prototype[name];
    prototype[name] = function (...args) {
      if (++statements === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
      return original?.apply(this, args);
    };
  }
}
await rotateMasterKey(store.credentials, { from: parseMasterKey(from, 'a test'), to: parseMasterKey(to, 'a test') });
console.log(statements);
// The process also dies after the commit, without closing the database.
process.kill(process.pid, 'SIGKILL');
