import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createTar } from './tar.ts';
import { createZip } from './zip.ts';
import { cacheFakeModule, createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('validate: several files');

test.before.each(async (context) => {
  context.at = createWorkplace();
  await cacheFakeModule(context.at);
  for (const [name, content] of [
    ['in/a.txt', 'a\nb\n'],
    ['in/b c.txt', 'a\nE b\n'],
    ['in/deep/d.txt', 'X\n'],
    ['in/.hidden.txt', 'a\n'],
    ['in/[1].txt', 'a\n'],
  ] as const)
    context.at.write(name, content);
});
test.after.each(({ at }) => at.remove());

const validate = (at: Workplace, ...args: string[]) => at.call(['validate', '--spec', 'fake', ...args]);
const namesOf = (stdout: string) =>
  stdout
    .split('\n')
    .slice(0, -2)
    .map((line) => /^\w+ +(.*?): /.exec(line)?.[1]);

test('a line for each file, a summary, and the worst exit code', ({ at }) => {
  const { code, stdout, stderr } = validate(at, 'in/a.txt', 'in/b c.txt', 'in/deep/d.txt');
  assert.equal([code, stderr], [1, '']);
  const lines = stdout.split('\n');
  assert.is(lines[0], 'SUCCESS          in/a.txt: 2 records: 2 processed, 0 failed, 0 skipped');
  assert.is(lines[1], 'PARTIAL_SUCCESS  in/b c.txt: 2 records: 2 processed, 0 failed, 0 skipped, 1 with errors');
  assert.match(lines[2] ?? '', /^FAILED {11}in\/deep\/d\.txt: 0 records: .*; \w+: /);
  assert.equal(lines.slice(3), ['3 files: 1 without errors, 1 with errors, 1 failed; 4 records, 1 with errors', '']);
  assert.is(validate(at, 'in/a.txt', 'in/[1].txt').code, 0);
});

test('a file that cannot be read does not stop the others', ({ at }) => {
  const { code, stdout } = validate(at, 'in/none.txt', 'in/deep', 'in/b c.txt');
  assert.is(code, 2);
  assert.match(stdout, /^NOT READ {9}cannot read in\/none\.txt: no such file/);
  assert.match(stdout, /^NOT READ {9}cannot read in\/deep: it is a folder/m);
  assert.match(stdout, /^PARTIAL_SUCCESS {2}in\/b c\.txt/m);
  assert.match(stdout, /^3 files: 1 with errors, 2 not read; /m);
});

test('patterns match as in a shell, sorted, each file once', ({ at }) => {
  const all = ['in/[1].txt', 'in/a.txt', 'in/b c.txt'];
  assert.equal(namesOf(validate(at, 'in/*.txt').stdout), all);
  assert.equal(namesOf(validate(at, 'in/*.txt', 'in/a.txt').stdout), all);
  assert.equal(namesOf(validate(at, 'in/**/*.txt').stdout), [...all, 'in/deep/d.txt']);
  assert.equal(namesOf(validate(at, './i?/[ab]*', 'in/[!ab]*').stdout), ['in/a.txt', 'in/b c.txt', 'in/[1].txt']);
  assert.equal(namesOf(validate(at, `${at.folder}/in/a*`, 'in/.h*').stdout), [
    `${at.folder}/in/a.txt`,
    'in/.hidden.txt',
  ]);
});

test('a file whose name looks like a pattern is itself', ({ at }) => {
  assert.match(validate(at, 'in/[1].txt').stdout, /^SUCCESS {2}\[1\]\.txt: 1 record: /);
});

test('a pattern that matches one file prints the report of one file', ({ at }) => {
  assert.match(validate(at, 'in/b*').stdout, /^Line {2}Severity[^]*\nPARTIAL_SUCCESS {2}b c\.txt: /);
});

test('a link to a folder above does not make ** endless', ({ at }) => {
  mkdirSync(at.path('in/loop'));
  symlinkSync('..', at.path('in/loop/up'));
  assert.is(namesOf(validate(at, 'in/**').stdout).length, 4);
});

test('a pattern without a match is wrong usage, and names the pattern', ({ at }) => {
  for (const pattern of ['in/*.csv', 'no/*', 'in/[b-a]*']) {
    const { code, stdout, stderr } = validate(at, 'in/a.txt', pattern);
    assert.equal([code, stdout], [2, '']);
    assert.ok(stderr.includes(pattern.slice(pattern.lastIndexOf('/') + 1)), stderr);
  }
});

test('--json prints one line per file with its path', ({ at }) => {
  const { code, stdout } = validate(at, '--json', 'in/a.txt', 'in/none.txt');
  const [first, second] = stdout.split('\n').map((line) => (line === '' ? null : JSON.parse(line)));
  assert.is(code, 2);
  assert.equal([first.path, first.fileName, first.status, first.totalRecords], ['in/a.txt', 'a.txt', 'SUCCESS', 2]);
  assert.equal([second.path, second.status, second.failure.code], ['in/none.txt', 'FAILED', 'not_read']);
});

const members = [
  { name: 'a.txt', content: Buffer.from('a\n') },
  { name: 'deep/b.txt', content: Buffer.from('a\nb\n') },
  { name: 'c.txt', content: Buffer.from('X\n') },
];

test('--members: each file of an archive is a file of its own', ({ at }) => {
  for (const [name, archive] of [
    ['in/x.zip', createZip(members)],
    ['in/x.tar', createTar(members)],
  ] as const) {
    writeFileSync(`${at.folder}/${name}`, archive);
    const both = validate(at, name, '--members', '**');
    assert.is(both.code, 1);
    assert.equal(namesOf(both.stdout), [`${name}/a.txt`, `${name}/deep/b.txt`, `${name}/c.txt`]);
    const one = validate(at, name, '--members', 'deep/*', '--json');
    assert.is(one.code, 0);
    const { fileName, fileSha256, totalRecords } = JSON.parse(one.stdout);
    const sha256 = createHash('sha256').update('a\nb\n').digest('hex');
    assert.equal([fileName, fileSha256, totalRecords], [`${name.slice(3)}/deep/b.txt`, sha256, 2]);
    const none = validate(at, name, '--members', '*.csv');
    assert.is(none.code, 1);
    assert.match(none.stdout, /member_not_found: no member of the archive matches "\*\.csv"/);
    assert.match(validate(at, name).stdout, /decompression_failed: the (zip|tar) archive contains more than one file/);
  }
  assert.is(validate(at, 'in/x.zip', '--members', '{a').code, 2);
  assert.is(validate(at, 'in/none.zip', '--members', '*').code, 2);
  assert.is(validate(at, 'in/x.zip', '--members', '*', '--explain').code, 2);
});

test('transform --members: one file with the events of the runs that completed', ({ at }) => {
  writeFileSync(`${at.folder}/in/x.zip`, createZip(members));
  const transform = (...args: string[]) => at.call(['transform', '--spec', 'fake', 'in/x.zip', ...args]);
  const { code, stdout, stderr } = transform('--members', '**', '--out', 'out.ndjson');
  assert.is(code, 1);
  assert.match(stdout, /SUCCESS {2}x\.zip\/a\.txt.*\n(?:.*\n)*SUCCESS {2}x\.zip\/deep\/b\.txt/);
  assert.match(stderr, /no event of in\/x\.zip\/c\.txt was written/);
  assert.is(readFileSync(`${at.folder}/out.ndjson`, 'utf8').split('\n').length, 4);
  assert.is(transform('--members', 'c.txt', '--out', 'none.ndjson').code, 1);
  assert.not(existsSync(`${at.folder}/none.ndjson`));
  assert.is(transform('--members', '{a,deep/b}.txt', '--topic', 't').code, 0);
});

test.run();
