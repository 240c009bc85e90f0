import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRateLimiter, nameOfAddress } from '../../../runtime/state/access/rate-limiter.ts';

test('a burst of twice the rate, then the rate', () => {
  let now = 0;
  const limiter = createRateLimiter(5, () => now);
  const send = (count: number) => Array.from({ length: count }, () => limiter.take('a')).filter((wait) => wait === 0);
  assert.is(send(20).length, 10);
  assert.is(limiter.take('a'), 1, 'the number of seconds to wait');
  now = 1000;
  assert.is(send(20).length, 5);
  now = 1_000_000;
  assert.is(send(20).length, 10, 'never more than the burst');
});

test('callers do not share a limit', () => {
  const limiter = createRateLimiter(1, () => 0);
  assert.equal(
    ['a', 'a', 'a', 'b'].map((caller) => limiter.take(caller) > 0),
    [false, false, true, false],
  );
});

test('many callers take bounded memory, and the limit of an active caller is not forgotten', () => {
  const limiter = createRateLimiter(1, () => 0);
  limiter.take('active');
  limiter.take('active');
  for (let i = 0; i < 30_000; i++) {
    limiter.take(`address ${i}`);
    if (i % 1000 === 0) assert.ok(limiter.take('active') > 0);
  }
});

test('an IPv6 address counts as its network of 64 bits', () => {
  assert.is(nameOfAddress('2001:db8:1:2:3:4:5:6'), nameOfAddress('2001:db8:1:2::9'));
  assert.is.not(nameOfAddress('2001:db8:1:2::1'), nameOfAddress('2001:db8:1:3::1'));
  assert.is(nameOfAddress('::1'), 'address 0:0:0:0');
  assert.is(nameOfAddress('192.0.2.7'), 'address 192.0.2.7');
  assert.is.not(nameOfAddress('::ffff:192.0.2.7'), nameOfAddress('::ffff:192.0.2.8'));
});

test.run();
