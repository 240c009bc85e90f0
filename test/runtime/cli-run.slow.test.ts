import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { eventually } from './service.ts';
import { cacheFakeModule, type Ended, createWorkplace, type Workplace } from './specmill.ts';

const FILE = 'a\nC b\n# c\nW d\nE e\nCF f\ng\n';

const test = suite<{ at: Workplace }>('validate and transform');

test.before.each(async (context) => {
  context.at = createWorkplace();
  await cacheFakeModule(context.at);
  context.at.write('a.txt', FILE);
});
test.after.each(({ at }) => at.remove());

function resultOf(text: string): ProcessingResult {
  const result = JSON.parse(text) as ProcessingResult;
  assert.is(result.totalRecords, result.processedRecords + result.failedRecords + result.skippedRecords);
  return result;
}

const timeless = (text: string): object => ({ ...resultOf(text), durationMs: 0 });
const isRefused = ({ code, stdout, stderr }: Ended, exitCode: number, message: RegExp) => {
  assert.equal([code, stdout], [exitCode, '']);
  assert.match(stderr, message);
  assert.not.match(stderr, /\n\s+at |node:internal|\.ts:/);
};

test('validate --json: the result on stdout, nothing on stderr, exit code 1', ({ at }) => {
  const { code, stdout, stderr } = at.call(['validate', '--spec', 'fake', 'a.txt', '--json', '--skip-invalid']);
  assert.equal([code, stderr], [1, '']);
  const result = resultOf(stdout);
  assert.equal(
    [result.status, result.totalRecords, result.processedRecords, result.failedRecords, result.skippedRecords],
    ['PARTIAL_SUCCESS', 6, 4, 1, 1],
  );
  assert.equal([result.fileName, result.fileSha256], ['a.txt', createHash('sha256').update(FILE).digest('hex')]);
  assert.match(result.specId ?? '', /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.not('runId' in result);
});

test('exit code 0 where no record has an error, 1 where the run fails', ({ at }) => {
  assert.is(at.call(['validate', '--spec', 'fake', '-'], { input: 'a\nW b\n' }).code, 0);
  assert.is(at.call(['validate', '--spec', 'fake', '-'], { input: 'a\nX\n' }).code, 1);
  assert.is(at.call(['validate', '--spec', 'fake', '-'], { input: 'E a\n' }).code, 1);
});

test('a file, a redirected file and a pipe return the same result', ({ at }) => {
  const file = timeless(at.call(['validate', '--spec', 'fake', 'a.txt', '--json']).stdout);
  const redirected = timeless(at.shell('specmill validate --spec fake - --json < a.txt').stdout);
  const piped = timeless(at.shell('cat a.txt | specmill validate --spec fake --json -').stdout);
  assert.equal(redirected, { ...file, fileName: '-' });
  assert.equal(piped, redirected);
  const rest = resultOf(at.shell('{ read line; specmill validate --spec fake - --json; } < a.txt').stdout);
  assert.is(rest.totalRecords, 5);
});

test('the table shows every issue, the counts and the verdict', ({ at }) => {
  const { code, stdout, stderr } = at.call(['validate', '--spec', 'fake', 'a.txt']);
  assert.equal([code, stderr], [1, '']);
  assert.match(stdout, /^ *5 +ERROR +line +E e +broken E \[rule-E\]$/m);
  assert.match(stdout, /^ +1 +FATAL +REGEX +line +rule-F$/m);
  assert.match(
    stdout,
    /^PARTIAL_SUCCESS {2}a\.txt: 6 records: 5 processed, 1 failed, 0 skipped, 2 with errors, 1 with warnings only, 2 corrected, 1 other line, in \d+ ms$/m,
  );
});

test('terminal control characters are printed in visible form', ({ at }) => {
  const { stdout } = at.call(['validate', '--spec', 'fake', '-'], {
    input: 'W \x1b[2J\x07\u009b31m\u202eevil\ttab\r\n',
  });
  assert.match(stdout, '␛[2J␇\\u{9b}31m\\u{202e}evil␉tab␍');
  assert.not.match(stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  const json = at.call(['validate', '--spec', 'fake', '-', '--json'], { input: 'W \x1b[2J\u009b31m\u202e\n' }).stdout;
  assert.not.match(json, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  assert.is(resultOf(json).errors[0]?.messages[0]?.value, 'W \x1b[2J\u009b31m\u202e');
});

test('--error-limit and --max-errors', ({ at }) => {
  const limited = at.call(['validate', '--spec', 'fake', 'a.txt', '--error-limit', '1']).stdout;
  assert.match(limited, /and 2 more records with issues/);
  const stopped = resultOf(at.call(['validate', '--spec', 'fake', 'a.txt', '--json', '--max-errors', '0']).stdout);
  assert.equal([stopped.status, stopped.failure?.code, stopped.totalRecords], ['FAILED', 'too_many_errors', 4]);
});

test('transform --out FILE: events in the file, the result on stdout', ({ at }) => {
  const { code, stdout, stderr } = at.call(['transform', '--spec', 'fake', 'a.txt', '--out', 'out.ndjson', '--json']);
  assert.equal([code, stderr], [1, '']);
  const lines = readFileSync(at.path('out.ndjson'), 'utf8').split('\n');
  assert.equal(lines, ['{"line":"a"}', '{"line":"C b"}', '{"line":"W d"}', '{"line":"E e"}', '{"line":"g"}', '']);
  assert.is(resultOf(stdout).processedRecords, 5);
});

test('transform --out -: events on stdout, the result on stderr', ({ at }) => {
  const { code, stdout, stderr } = at.call(['transform', '--spec', 'fake', 'a.txt', '--out', '-', '--json']);
  assert.equal([code, stdout.split('\n').length], [1, 6]);
  assert.equal(timeless(stderr), timeless(at.call(['validate', '--spec', 'fake', 'a.txt', '--json']).stdout));
});

test('transform --out: events of several types get a hint, unless a member says which type', ({ at }) => {
  const spec = (own: string, publish: boolean) => `format: CSV
hasHeader: false
${own}
recordTypes:
  - { name: head, when: { column: 1, values: [H] }, fields: [{ name: a, type: STRING }, { name: b, type: STRING }] }
  - name: item
    when: { column: 1, values: [I] }
    publish: ${publish}
    fields: [{ name: a, type: STRING }, { name: b, type: STRING }]
`;
  at.write('plain.yaml', `name: plain\n${spec('', true)}`);
  at.write('one.yaml', `name: one\n${spec('', false)}`);
  at.write('member.yaml', `name: member\n${spec('recordTypeMember: kind', true)}`);
  at.write('typed.csv', 'H,1\nI,2\n');
  const run = (name: string, ...flags: string[]) =>
    at.call(['transform', '--spec', `${name}.yaml`, 'typed.csv', '--out', '-', ...flags]);
  assert.match(run('plain').stderr, /hint: the events have several types \(head, item\).*recordTypeMember: kind/);
  assert.not.match(run('plain', '--json').stderr, /hint/);
  assert.not.match(run('one').stderr, /hint/);
  const { stdout, stderr } = run('member');
  assert.not.match(stderr, /hint/);
  assert.is(stdout, '{"kind":"head","a":"H","b":"1"}\n{"kind":"item","a":"I","b":"2"}\n');
});

test('transform without --json prints the table that validate prints', ({ at }) => {
  at.write('many.txt', 'E line\n'.repeat(200));
  const timeless = (text: string) => text.replace(/in [\d.]+ m?s/, '');
  for (const file of ['a.txt', 'many.txt']) {
    const table = timeless(at.call(['validate', '--spec', 'fake', file]).stdout);
    assert.is(timeless(at.call(['transform', '--spec', 'fake', file, '--out', 'out.ndjson']).stdout), table);
    assert.is(timeless(at.call(['transform', '--spec', 'fake', file, '--out', '-']).stderr), table);
  }
  assert.match(at.call(['transform', '--spec', 'fake', 'many.txt', '--out', 'o']).stdout, /and 150 more records/);
});

test('a failed run creates no file and leaves an existing one unchanged', ({ at }) => {
  const failed = at.call([
    'transform',
    '--spec',
    'fake',
    'a.txt',
    '--out',
    'out.ndjson',
    '--max-errors',
    '0',
    '--json',
  ]);
  assert.is(failed.code, 1);
  assert.is(resultOf(failed.stdout).status, 'FAILED');
  assert.match(failed.stderr, /out\.ndjson was not written/);
  assert.not(existsSync(at.path('out.ndjson')));
  at.write('out.ndjson', 'old');
  at.call(['transform', '--spec', 'fake', 'a.txt', '--out', 'out.ndjson', '--delivery', 'all-or-nothing']);
  assert.is(readFileSync(at.path('out.ndjson'), 'utf8'), 'old');
  assert.equal(readdirSync(at.folder).sort(), ['.data', 'a.txt', 'out.ndjson', 'specs']);
});

test('the input is never overwritten', ({ at }) => {
  isRefused(at.call(['transform', '--spec', 'fake', 'a.txt', '--out', './a.txt']), 2, /would overwrite/);
  isRefused(at.shell('ln a.txt b.txt; specmill transform --spec fake - --out b.txt < a.txt'), 2, /would overwrite/);
  isRefused(at.shell('specmill transform --spec fake a.txt --out - >> a.txt'), 2, /would overwrite/);
  assert.is(readFileSync(at.path('a.txt'), 'utf8'), FILE);
});

test('when the reader closes the pipe early, the run ends silently', ({ at }) => {
  at.write('many.txt', 'line of some length\n'.repeat(300_000));
  const { stdout, stderr } = at.shell(
    'specmill transform --spec fake many.txt --out - | head -n 1; echo "${PIPESTATUS[0]}"',
  );
  assert.equal([stdout, stderr], ['{"line":"line of some length"}\n0\n', '']);
});

test('when the reader of the result closes the pipe early, the program stays silent and keeps its exit code', ({
  at,
}) => {
  at.write('many.txt', 'E line of some length\n'.repeat(20_000));
  const { stdout, stderr } = at.shell(
    'specmill validate --spec fake many.txt --json --error-limit 20000 | head -n 1; echo "${PIPESTATUS[0]}"',
  );
  assert.equal([stdout, stderr], ['{\n1\n', '']);
});

test('a wrong call: exit code 2 and a sentence that says how to fix it', ({ at }) => {
  mkdirSync(at.path('folder'));
  isRefused(at.call(['validate', '--spec', 'fake']), 2, /FILE is missing/);
  isRefused(at.call(['validate', 'a.txt']), 2, /--spec is missing/);
  isRefused(at.call(['validate', '--spec', 'fake', 'no.txt']), 2, /cannot read no\.txt: no such file/);
  isRefused(at.call(['validate', '--spec', 'fake', 'folder']), 2, /cannot read folder: it is a folder/);
  isRefused(at.shell('specmill validate --spec fake - < folder'), 2, /cannot read standard input: it is a folder/);
  isRefused(at.call(['validate', '--spec', 'fakr', 'a.txt']), 2, /no spec "fakr"[^]*did you mean fake\?/);
  isRefused(
    at.call(['validate', '--spec', 'no/fake.yaml', 'a.txt']),
    2,
    /cannot read the spec no\/fake\.yaml: no such file/,
  );
  isRefused(at.call(['validate', '--spec', 'fake', 'a.txt', '--specs', 'no']), 2, /the folder no does not exist/);
  isRefused(at.call(['validate', '--spec', 'fake', 'a.txt', '--jsn']), 2, /unknown flag --jsn[^]*did you mean --json/);
  isRefused(at.call(['transform', '--spec', 'fake', 'a.txt', 'b.txt', '--out', 'x']), 2, /unexpected operand "b\.txt"/);
  isRefused(
    at.call(['validate', '--spec', 'fake', 'a.txt', '--max-errors', 'x']),
    2,
    /--max-errors takes a whole number, 0 or more, or a share of all records such as "2 %", not "x"/,
  );
  isRefused(at.call(['transform', '--spec', 'fake', 'a.txt']), 2, /no destination/);
  isRefused(
    at.call(['transform', '--spec', 'fake', 'a.txt', '--out', '-', '--delivery', 'all-or-nothing']),
    2,
    /requires a file: text written to standard output cannot be withdrawn/,
  );
  isRefused(
    at.call(['transform', '--spec', 'fake', 'a.txt', '--out', 'o', '--delivery', 'once']),
    2,
    /--delivery takes one of/,
  );
  isRefused(
    at.call(['transform', '--spec', 'fake', 'a.txt', '--out', 'o', '--value-format', 'avro']),
    2,
    /--value-format is for the messages of a topic, so it requires --topic[^]*use --format/,
  );
  isRefused(at.call(['valdate']), 2, /did you mean validate/);
  isRefused(at.call([]), 2, /usage: specmill <command>/);
  isRefused(
    at.call(['validate', '--spec', 'fake', 'a.txt'], { env: { SPECMILL_MAX_RECORD_BYTES: 'much' } }),
    2,
    /SPECMILL_MAX_RECORD_BYTES takes a size/,
  );
});

test('an operating system error: exit code 3', ({ at }) => {
  isRefused(
    at.call(['transform', '--spec', 'fake', 'a.txt', '--out', 'no/out.ndjson']),
    3,
    /cannot write no\/out\.ndjson: no such file or folder/,
  );
  isRefused(
    at.shell('specmill transform --spec fake a.txt --out - > /dev/full'),
    3,
    /cannot write to standard output: no space left/,
  );
  isRefused(
    at.call(['transform', '--spec', 'fake', 'a.txt', '--out', '/dev/full']),
    3,
    /cannot write \/dev\/full: no space left/,
  );
  isRefused(
    at.shell('specmill validate --spec fake a.txt > /dev/full'),
    3,
    /cannot write to standard output: no space left/,
  );
});

test('an unwritable data folder does not matter if the module is cached', ({ at }) => {
  assert.is(at.call(['validate', '--spec', 'fake', 'a.txt', '--data', '.data/']).code, 1);
});

test('a spec is found by its id and by its path', ({ at }) => {
  const { specId } = resultOf(at.call(['validate', '--spec', 'fake', 'a.txt', '--json']).stdout);
  assert.is(at.call(['validate', '--spec', specId ?? '', 'a.txt']).code, 1);
  assert.is(at.call(['validate', '--spec', 'specs/fake.yaml', 'a.txt']).code, 1);
});

test('an interrupt ends the run, removes partial output and prints nothing more', async ({ at }) => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const child = at.start(['transform', '--spec', 'fake', '-', '--out', 'out.ndjson']);
    let stderr = '';
    child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
    child.stdin?.write('a\nb\n');
    await eventually(() => readdirSync(at.folder).some((name) => name.endsWith('.partial')));
    child.kill(signal);
    const ended = await new Promise<number | null>((resolve) => child.on('exit', resolve));
    assert.equal([ended, stderr], [code, '']);
    assert.equal(readdirSync(at.folder).sort(), ['.data', 'a.txt', 'specs']);
  }
});

test('the next run of an output removes the partial file that a killed run left', async ({ at }) => {
  const partials = () => readdirSync(at.folder).filter((name) => name.endsWith('.partial'));
  const start = async (out: string, count: number) => {
    const child = at.start(['transform', '--spec', 'fake', '-', '--out', out]);
    child.stdin?.write('a\nb\n');
    await eventually(() => partials().length === count);
    return { child, ended: new Promise((resolve) => child.on('exit', resolve)) };
  };
  const killed = await start('out.ndjson', 1);
  const running = await start('out.ndjson', 2);
  const other = await start('out', 3);
  killed.child.kill('SIGKILL');
  other.child.kill('SIGKILL');
  await Promise.all([killed.ended, other.ended]);
  assert.is(partials().length, 3);
  assert.is(at.call(['transform', '--spec', 'fake', 'a.txt', '--out', 'out.ndjson']).code, 1);
  assert.is(partials().length, 2, 'the files of a running process and of another output stay');
  running.child.stdin?.end();
  await running.ended;
  assert.equal(
    partials(),
    partials().filter((name) => name.startsWith('.out.')),
  );
  assert.is(readFileSync(at.path('out.ndjson'), 'utf8'), '{"line":"a"}\n{"line":"b"}\n');
});

test.run();
