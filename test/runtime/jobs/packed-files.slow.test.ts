/** Jobs whose files are packed: each form of a tar archive with its members, and single files of bzip2 and xz. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipIf } from '../../support/skip.ts';
import { createTar } from '../tar.ts';
import { openWorkplace, QUICK_JOB } from './workplace.ts';

const suiteOfJobs = suite('a job with packed files');
const lacking = ['bzip2', 'xz'].filter((program) => spawnSync(program, ['--version']).error !== undefined);
const test = skipIf(lacking.length === 0 ? null : `${lacking.join(' and ')} must be installed`, suiteOfJobs);

/** Each archive has other texts, because a job publishes the same file once. */
const membersOf = (archive: string) => [
  { name: 'a.txt', content: `one ${archive}\ntwo ${archive}\n` },
  { name: 'deep/b.txt', content: `three ${archive}\n` },
  { name: 'c.csv', content: 'not read\n' },
];
const pack = (program: string, bytes: Buffer): Buffer => execFileSync(program, ['-c'], { input: bytes });
const ARCHIVES: Readonly<Record<string, (tar: Buffer) => Buffer>> = {
  'x.tar': (tar) => tar,
  'x.tar.gz': (tar) => gzipSync(tar),
  'x.tar.bz2': (tar) => pack('bzip2', tar),
  'x.tar.xz': (tar) => pack('xz', tar),
};
const THEN = { done: { move: 'archive/{name}' }, failed: { move: 'failed/{name}', reason: true } };

test('the members of each form of a tar archive have runs and rows of their own, and the archive is moved', async () => {
  const source = { ...QUICK_JOB.source, pattern: 'x.*', members: '**/*.txt' };
  const at = await openWorkplace({ maxFileBytes: 100_000 });
  try {
    at.put('in/.keep', '');
    for (const [name, of] of Object.entries(ARCHIVES))
      writeFileSync(join(at.files, 'in', name), of(createTar(membersOf(name))));
    await at.jobs.create({ ...QUICK_JOB, source, then: THEN });
    for (const name of Object.keys(ARCHIVES)) await at.fileIn(name, 'done');
    const rows = await at.jobs.files('job', { limit: 50 });
    const paths = rows.map(({ path, state, location }) => `${path} ${state} ${location}`).sort();
    const expected = Object.keys(ARCHIVES).flatMap((name) => [
      `in/${name} done archive/${name}`,
      ...['a.txt', 'deep/b.txt'].map((member) => `in/${name}/${member} done in/${name}`),
    ]);
    assert.equal(paths, expected.sort());
    const lines = (await at.messages()).map((text) => (JSON.parse(text) as { line: string }).line);
    const wanted = Object.keys(ARCHIVES).flatMap((name) => [`one ${name}`, `two ${name}`, `three ${name}`]);
    assert.equal(lines.sort(), wanted.sort());
    assert.equal(
      at.paths().filter((path) => path.startsWith('archive/')),
      Object.keys(ARCHIVES)
        .map((name) => `archive/${name}`)
        .sort(),
    );
  } finally {
    await at.close();
  }
});

test('a file of bzip2 and one of xz are read as their content, and a damaged one is failed', async () => {
  const at = await openWorkplace({ maxFileBytes: 100_000 });
  try {
    at.put('in/.keep', '');
    const put = (name: string, bytes: Buffer) => writeFileSync(join(at.files, 'in', name), bytes);
    put('b.txt.bz2', pack('bzip2', Buffer.from('four\n')));
    put('x.txt.xz', pack('xz', Buffer.from('five\n')));
    const damaged = pack('xz', Buffer.from('six\n'));
    put('d.txt.xz', damaged.subarray(0, damaged.length - 16));
    await at.jobs.create({ ...QUICK_JOB, source: { ...QUICK_JOB.source, pattern: '*' }, then: THEN });
    for (const name of ['b.txt.bz2', 'x.txt.xz']) await at.fileIn(name, 'done');
    const { reason } = await at.fileIn('d.txt.xz', 'failed');
    assert.is(reason?.code, 'decompression_failed');
    const lines = (await at.messages()).map((text) => (JSON.parse(text) as { line: string }).line);
    assert.equal(lines.filter((line) => line !== 'six').sort(), ['five', 'four']);
  } finally {
    await at.close();
  }
});

suiteOfJobs.run();
