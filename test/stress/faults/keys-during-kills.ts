import { once } from 'node:events';
import * as assert from 'uvu/assert';
import type { Service } from '../../runtime/service.ts';
import type { Workplace } from '../../runtime/specmill.ts';

/** The keys of a service, as the commands have confirmed them. */
export interface Keys {
  /** A key that may do everything. */
  root: string;
  accepted: Set<string>;
  /** Keys whose revocation was requested, and those whose revocation was confirmed. */
  going: Set<string>;
  revoked: Set<string>;
}

/** Adds the first key, which turns access control on. */
export function createKeys(at: Workplace): Keys {
  const { code, stdout, stderr } = at.call(['keys', 'add', 'root', '--scope', 'admin']);
  assert.is(code, 0, stderr);
  return { root: stdout.trim(), accepted: new Set(), going: new Set(), revoked: new Set() };
}

/** Adds and revokes keys with the commands until the service dies. Then the command in progress is killed, too. */
export async function addKeys(
  at: Workplace,
  { accepted, going, revoked }: Keys,
  { time, hasEnded }: { time: number; hasEnded: Promise<unknown> },
): Promise<void> {
  let isOver = false;
  void hasEnded.then(() => (isOver = true));
  const call = async (...args: string[]): Promise<string | null> => {
    const child = at.start(['keys', ...args]);
    let stdout = '';
    child.stdout?.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
    void hasEnded.then(() => child.kill('SIGKILL'));
    const [code] = (await once(child, 'close')) as [number | null];
    return code === 0 ? stdout.trim() : null;
  };
  for (let index = 0; !isOver; index++) {
    const key = await call('add', `key-${time}-${index}`, '--scope', 'read');
    if (key === null) return;
    accepted.add(key);
    if (index % 2 === 0) continue;
    going.add(key);
    if ((await call('revoke', key.slice(3, 15))) !== null) revoked.add(key);
  }
}

/** Checks that each confirmed key opens the service, and each revoked one does not. */
export async function checkKeys({ url }: Service, { accepted, going, revoked }: Keys): Promise<void> {
  for (const key of accepted) {
    const { status } = await fetch(`${url}/api/v1/specs`, { headers: { authorization: `Bearer ${key}` } });
    if (revoked.has(key)) assert.is(status, 401);
    else if (!going.has(key)) assert.is(status, 200);
  }
}
