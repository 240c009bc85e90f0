import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTokenSource, type IssuedToken, type TokenSource } from '../../../runtime/connector/http/token-source.ts';

const test = suite('A source of access tokens');

/** Creates a source whose tokens are `t1`, `t2` and so on, and the credential with which it requests them. */
function createSource(lifetimeS = 3600): { source: TokenSource; credential: { version: number }; fail: boolean } {
  const state = { source: null as unknown as TokenSource, credential: { version: 1 }, fail: false };
  let issued = 0;
  state.source = createTokenSource(
    async () => ({ id: 'c', type: 'OAUTH2_CLIENT', metadata: {}, secret: {}, version: state.credential.version }),
    async (): Promise<IssuedToken> => {
      if (state.fail) throw new Error('no token');
      return { token: `t${++issued}`, lifetimeS };
    },
  );
  return state;
}

test('a token is used until it is dropped, and dropping an earlier one does nothing', async () => {
  const { source } = createSource();
  assert.equal([await source.get(), await source.get()], ['t1', 't1']);
  source.drop('t1');
  assert.is(await source.get(), 't2');
  source.drop('t1');
  assert.is(await source.get(), 't2');
});

test('another version of the credential has another token', async () => {
  const { source, credential } = createSource();
  await source.get();
  credential.version = 2;
  assert.equal([await source.get(), await source.get()], ['t2', 't2']);
});

test('a token without a lifetime is used once', async () => {
  for (const lifetimeS of [0, Number.NaN]) {
    const { source } = createSource(lifetimeS);
    assert.equal([await source.get(), await source.get()], ['t1', 't2']);
  }
});

test('callers at the same time share one request, and its error is not remembered', async () => {
  const state = createSource();
  assert.equal(await Promise.all([state.source.get(), state.source.get()]), ['t1', 't1']);
  state.source.drop('t1');
  state.fail = true;
  const outcomes = await Promise.allSettled([state.source.get(), state.source.get()]);
  assert.equal(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  state.fail = false;
  assert.is(await state.source.get(), 't2');
});

test.run();
