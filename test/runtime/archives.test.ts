import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compilePathPattern } from '../../runtime/base/files/path-pattern.ts';
import { RunFailure } from '../../runtime/base/model/run-failure.ts';
import { listMembers } from '../../runtime/reading/source/archive/archive-members.ts';
import { openSource, unpackStream } from '../../runtime/reading/source/open-source.ts';
import type { Source } from '../../runtime/reading/source/contract.ts';
import { createPaxRecord, createTar, type Tarred } from './tar.ts';
import { createZip } from './zip.ts';

const MAX_BYTES = 1 << 24;

/** Returns the members that match, or the failure. */
async function read(
  content: Uint8Array,
  pattern = '**',
  maxBytes = MAX_BYTES,
): Promise<Readonly<Record<string, string>> | string> {
  const found: Record<string, string> = {};
  try {
    const members = await listMembers({ path: '', content }, { pattern, maxBytes });
    for await (const member of members.read()) {
      const parts: Buffer[] = [];
      for await (const chunk of member.content()) parts.push(Buffer.from(chunk));
      found[member.name] = Buffer.concat(parts).toString();
    }
    assert.equal(Object.keys(found), members.names);
    return found;
  } catch (error) {
    if (error instanceof RunFailure) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** Returns the content that a spec reads from a file, or the failure. */
async function readPlain(
  content: Uint8Array,
  open = (bytes: Uint8Array) => openSource('x', { content: bytes, maxBytes: MAX_BYTES }),
) {
  const source = await open(content);
  const parts: Buffer[] = [];
  try {
    for await (const chunk of source.chunks(0)) parts.push(Buffer.from(chunk));
    return Buffer.concat(parts).toString();
  } catch (error) {
    if (error instanceof RunFailure) return `${error.code}: ${error.message}`;
    throw error;
  }
}

/** Opens bytes as a pipe sends them, in pieces of 100 bytes. */
async function openPipe(bytes: Uint8Array): Promise<Source> {
  return unpackStream(
    {
      fileName: '-',
      totalBytes: null,
      bytesRead: () => 0,
      async *chunks() {
        for (let at = 0; at < bytes.length; at += 100) yield bytes.slice(at, at + 100);
      },
      sha256: async () => null,
      close: async () => {},
    },
    MAX_BYTES,
  );
}

const jan = { name: 'jan.csv', content: Buffer.from('a\n1\n') };
const feb = { name: 'in/feb.csv', content: Buffer.from(`a\n${'2\n'.repeat(400_000)}`) };
const note = { name: 'note.txt', content: Buffer.from('hello') };
const folder: Tarred = { name: 'in/', type: '5' };

test('members are read from zip, tar and tar.gz, in the order of the archive', async () => {
  const files = [jan, feb, note];
  const archives = [createZip(files), createTar([folder, ...files]), gzipSync(createTar([folder, ...files]))];
  for (const archive of archives) {
    assert.equal(await read(archive), {
      'jan.csv': jan.content.toString(),
      'in/feb.csv': feb.content.toString(),
      'note.txt': 'hello',
    });
    assert.equal(Object.keys(await read(archive, '*.csv')), ['jan.csv']);
    assert.equal(Object.keys(await read(archive, '**/*.csv')), ['jan.csv', 'in/feb.csv']);
    assert.equal(Object.keys(await read(archive, '{jan.csv,*.txt}')), ['jan.csv', 'note.txt']);
    assert.is(
      await read(archive, '*.xml'),
      'member_not_found: no member of the archive matches "*.xml": it has "jan.csv", "in/feb.csv", "note.txt"',
    );
  }
});

test('a pattern of paths: * stays in a folder, ** does not', () => {
  const cases: [pattern: string, path: string, expected: boolean][] = [
    ['*.csv', 'a.csv', true],
    ['*.csv', 'a/b.csv', false],
    ['*/*.csv', 'a/b.csv', true],
    ['**', 'a/b/c', true],
    ['**.csv', 'a/b.csv', true],
    ['**/b.csv', 'b.csv', true],
    ['**/b.csv', 'a/c/b.csv', true],
    ['**/b.csv', 'ab.csv', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a?b', 'a/b', false],
    ['a[!x]b', 'a/b', false],
    ['a{/,-}b', 'a/b', true],
    ['*', '', true],
    ['a', 'A', false],
  ];
  for (const [pattern, path, expected] of cases)
    assert.is(compilePathPattern(pattern)(path), expected, `${pattern} ${path}`);
});

test('without a pattern, an archive of tar has exactly one file, also from a pipe', async () => {
  const one = createTar([folder, { name: '._jan.csv', content: 'mac' }, jan]);
  for (const archive of [one, gzipSync(one)]) {
    assert.is(await readPlain(archive), 'a\n1\n');
    assert.is(await readPlain(archive, openPipe), 'a\n1\n');
  }
  const two = createTar([jan, feb]);
  for (const archive of [two, gzipSync(two)])
    for (const open of [undefined, openPipe])
      assert.match(
        await readPlain(archive, open),
        /^decompression_failed: the tar archive contains more than one file \("jan.csv", "in\/feb.csv"\)/,
      );
  assert.match(await readPlain(createTar([folder])), /contains no file/);
});

test('the hash of a file without members is that of the archive as sent', async () => {
  const archive = createTar([jan]);
  const source = await openSource('x', { content: archive, maxBytes: MAX_BYTES });
  assert.is(await source.sha256(), createHash('sha256').update(archive).digest('hex'));
});

test('names may be long (pax and GNU), and sizes may be written in base 256', async () => {
  const long = `${'d/'.repeat(100)}x.csv`;
  const pax = createTar([
    { name: 'pax', type: 'x', content: createPaxRecord('path', long) },
    { ...jan, name: 'cut' },
  ]);
  const gnu = createTar([
    { name: '././@LongLink', type: 'L', content: `${long}\0` },
    { ...jan, name: 'cut' },
  ]);
  for (const archive of [pax, gnu]) assert.equal(await read(archive), { [long]: 'a\n1\n' });
  assert.equal(await read(createTar([{ ...jan, isBase256: true }])), { 'jan.csv': 'a\n1\n' });
  const sized = createPaxRecord('size', '4');
  assert.equal(
    await read(
      createTar([
        { name: 'pax', type: 'x', content: sized },
        { ...jan, bytes: 0 },
      ]),
    ),
    {
      'jan.csv': 'a\n1\n',
    },
  );
});

test('damages of a tar archive are found before its first file is read', async () => {
  const whole = createTar([jan, note]);
  const flipped = Buffer.from(whole);
  flipped[1024 + 10] = 0x41;
  const damages: Record<string, [Buffer, RegExp]> = {
    'a wrong checksum': [flipped, /the checksum of a header is wrong/],
    'no end mark': [createTar([jan, note], { end: 0 }), /truncated: it has no end mark/],
    'half of a file': [whole.subarray(0, 1536), /truncated/],
    'another archive after it': [Buffer.concat([whole, createTar([feb])]), /data follows the end/],
    'a wrong pax record': [
      createTar([{ name: 'p', type: 'x', content: '99 path=a\n' }, jan]),
      /description .* is wrong/,
    ],
    'a huge pax record': [
      createTar([{ name: 'p', type: 'x', content: Buffer.alloc(70_000, 0x20) }, jan]),
      /more than 65536/,
    ],
  };
  for (const [name, [archive, reason]] of Object.entries(damages)) {
    assert.match(String(await read(archive)), reason, name);
    assert.match(String(await read(archive)), /^decompression_failed/, name);
    assert.match(await readPlain(archive), /^decompression_failed/, name);
    assert.match(String(await read(gzipSync(archive))), reason, `${name}, compressed`);
  }
});

test('one block of zeros ends a tar archive, as GNU tar accepts it', async () => {
  assert.equal(await read(createTar([jan], { end: 1 })), { 'jan.csv': 'a\n1\n' });
});

test('unsafe and repeated names are refused', async () => {
  const names = ['../jan.csv', '/etc/passwd', 'a/../../b', 'C:/x.csv', 'a//b', 'a\tb', '..\\b.csv', 'x'.repeat(1001)];
  for (const name of names) {
    assert.match(String(await read(createZip([{ ...jan, name }]))), /unsafe name/, name);
    if (name.length < 100) assert.match(String(await read(createTar([{ ...jan, name }]))), /unsafe name/, name);
  }
  for (const archive of [createZip([jan, jan]), createTar([jan, { ...jan, name: './jan.csv' }])])
    assert.match(String(await read(archive)), /two members with the name "jan.csv"/);
  assert.equal(await read(createZip([{ ...jan, name: 'in\\jan.csv' }])), { 'in/jan.csv': 'a\n1\n' });
});

test('links are refused if they match, and left out if not', async () => {
  for (const type of ['1', '2', '3', '6', 'S']) {
    const archive = createTar([jan, { name: 'other.csv', type }]);
    assert.match(String(await read(archive)), /"other.csv" is a link or a device/);
    assert.equal(await read(archive, 'jan.csv'), { 'jan.csv': 'a\n1\n' });
    assert.match(await readPlain(createTar([{ name: 'other.csv', type }])), /is a link or a device/);
  }
  const zip = createZip([jan]);
  const entry = zip.lastIndexOf(Buffer.from('PK\x01\x02'));
  zip.writeUInt16LE(0x031e, entry + 4);
  zip.writeUInt32LE(0xa1ff0000, entry + 38);
  assert.match(String(await read(zip)), /is a link/);
  assert.match(await readPlain(zip), /is a link/);
});

test('archives in archives are refused by name, and only the member that is one', async () => {
  const inner: Record<string, Buffer> = {
    zip: createZip([jan]),
    tar: createTar([jan]),
    gzip: gzipSync(jan.content),
  };
  for (const [kind, content] of Object.entries(inner)) {
    const files = [jan, { name: 'inner', content }];
    for (const archive of [createZip(files), createTar(files)]) {
      assert.match(
        String(await read(archive, 'inner')),
        new RegExp(`^unsupported_file: the member "inner" is ${kind}`),
      );
      assert.equal(await read(archive, '*.csv'), { 'jan.csv': 'a\n1\n' });
    }
  }
});

test('what is unpacked is bounded, as is the number of members', async () => {
  const bomb = [
    { name: 'a.csv', content: Buffer.alloc(600_000) },
    { name: 'b.csv', content: Buffer.alloc(600_000) },
  ];
  for (const archive of [createZip(bomb), gzipSync(createTar(bomb))])
    assert.match(String(await read(archive, '**', 1_000_000)), /^decompressed_too_large/);
  assert.match(String(await read(createZip(bomb), 'a.csv', 1_000_000)), /./);
  const many = Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}`, content: Buffer.from('') }));
  assert.match(String(await read(createZip(many))), /more than 10000 members/);
  assert.match(String(await read(createTar(many))), /more than 10000 members/);
  assert.equal(await read(createZip(many), '7'), { 7: '' });
});

test('a file that is no archive has no members', async () => {
  for (const content of [Buffer.from('a\n1\n'), gzipSync('a\n1\n'), Buffer.alloc(0)])
    assert.match(String(await read(content)), /^unsupported_file: the file is no zip or tar archive/);
});

test.run();
