import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHostGuard, type Resolve } from '../../../runtime/connector/host-guard.ts';

/** Returns a resolver that resolves names by a table, and addresses to themselves. */
const resolving =
  (table: Readonly<Record<string, readonly string[]>>): Resolve =>
  async (host) =>
    (table[host] ?? [host]).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'allowed',
    (error: { code: string }) => error.code,
  );

/** Addresses of the machine itself, its link, and the metadata services, in the forms that an attacker would try. */
const REFUSED = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '169.254.169.254',
  '169.254.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '255.255.255.255',
  '224.0.0.1',
  '::1',
  '::',
  '[::1]',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:169.254.169.254',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  '::ffff:0:127.0.0.1',
  '::ffff:0:a9fe:a9fe',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::8.8.8.8',
  '2001:0:53aa:64c::1',
];

for (const host of REFUSED) {
  test(`${host} is rejected`, async () => {
    const guard = createHostGuard([], async (name) => [{ address: name, family: name.includes(':') ? 6 : 4 }]);
    assert.is(await codeOf(guard.pin(host)), 'address_refused');
  });
}

// The system resolves these forms of 127.0.0.1 and 169.254.169.254, so the guard sees the address.
for (const host of ['2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0xa9fea9fe']) {
  test(`${host} is rejected as the address that it denotes`, async () => {
    assert.ok(['address_refused', 'host_not_found'].includes(await codeOf(createHostGuard([]).pin(host))));
  });
}

test('the addresses of this machine are rejected in every notation, unless they are allowed', async () => {
  const own = ['10.1.2.3', 'fd12::7'];
  const findOwn = () => own;
  const guard = createHostGuard([], resolving({ 'here.example': ['10.1.2.3'] }), findOwn);
  for (const host of [
    '10.1.2.3',
    'here.example',
    '::ffff:10.1.2.3',
    '64:ff9b::a01:203',
    '2002:a01:203::',
    'fd12::7',
    'fd12:0::7',
  ])
    assert.is(await codeOf(guard.pin(host)), 'address_refused', host);
  assert.is(await codeOf(guard.pin('10.1.2.4')), 'allowed');
  own.push('10.1.2.4');
  assert.is(await codeOf(guard.pin('10.1.2.4')), 'address_refused', 'an address is compared when a connection opens');
  for (const allowed of ['here.example', '10.1.2.3', '10.0.0.0/8'])
    assert.is(
      await codeOf(
        createHostGuard([allowed], resolving({ 'here.example': ['10.1.2.3'] }), findOwn).pin('here.example'),
      ),
      'allowed',
      allowed,
    );
});

test('a private network and a public address are allowed', async () => {
  const guard = createHostGuard([], resolving({ 'sftp.example': ['10.1.2.3'] }));
  assert.equal(await guard.pin('sftp.example'), { host: 'sftp.example', address: '10.1.2.3', family: 4 });
  assert.is((await guard.pin('2001:db8::1')).family, 6);
});

test('a name with one rejected address among several is rejected', async () => {
  const guard = createHostGuard([], resolving({ 'mixed.example': ['10.1.2.3', '127.0.0.1'] }));
  assert.is(await codeOf(guard.pin('mixed.example')), 'address_refused');
});

test('a host, an address or a network can be allowed', async () => {
  for (const allowed of ['localhost', '127.0.0.1', '127.0.0.0/8']) {
    const guard = createHostGuard([allowed], resolving({ localhost: ['127.0.0.1'] }));
    assert.is((await guard.pin('localhost')).address, '127.0.0.1', allowed);
  }
  const guard = createHostGuard(['10.0.0.0/8'], resolving({ localhost: ['127.0.0.1'] }));
  assert.is(await codeOf(guard.pin('localhost')), 'address_refused');
});

test('the address of the first answer is used, whatever the next answer is', async () => {
  let answers = 0;
  const guard = createHostGuard([], async () => [{ address: answers++ === 0 ? '10.0.0.1' : '127.0.0.1', family: 4 }]);
  assert.is((await guard.pin('rebinding.example')).address, '10.0.0.1');
  assert.is(await codeOf(guard.pin('rebinding.example')), 'address_refused');
});

test('a name that cannot be resolved is host_not_found', async () => {
  const guard = createHostGuard([], async () => {
    throw new Error('ENOTFOUND');
  });
  assert.is(await codeOf(guard.pin('no.example')), 'host_not_found');
});

test.run();
