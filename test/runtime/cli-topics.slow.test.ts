import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { openStore } from '../../runtime/state/store/open-store.ts';
import type { Message } from '../../runtime/state/store/topic-reader.ts';
import { eventually } from './service.ts';
import { cacheFakeModule, type Ended, createWorkplace, type Workplace } from './specmill.ts';

const FILE = 'a\nC b\n# c\nW d\nE e\nCF f\ng\n';

const test = suite<{ at: Workplace }>('transform --topic, topics, tail');
test.before.each(async (context) => {
  context.at = createWorkplace();
  await cacheFakeModule(context.at);
  context.at.write('a.txt', FILE);
});
test.after.each(({ at }) => at.remove());

const TO_TOPIC = ['transform', '--spec', 'fake', 'a.txt', '--topic', 't', '--json'];
const messagesOf = ({ stdout }: Ended) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Message);
const isRefused = ({ code, stdout, stderr }: Ended, exitCode: number, message: RegExp) => {
  assert.equal([code, stdout], [exitCode, '']);
  assert.match(stderr, message);
  assert.not.match(stderr, /\n\s+at |node:internal|\.ts:/);
};

test('without --json, the table of a run into a topic names the run', ({ at }) => {
  const { code, stdout, stderr } = at.call(TO_TOPIC.filter((word) => word !== '--json'));
  assert.equal([code, stderr], [1, '']);
  assert.match(stdout, /^PARTIAL_SUCCESS {2}a\.txt: [^\n]*\nrun [0-9a-f-]{36}\n$/m);
});

test('a file, a redirected file and a pipe become events of a topic, with the same result as a dry run', ({ at }) => {
  const { code, stdout, stderr } = at.call([...TO_TOPIC, '--skip-invalid', '--dead-letter', 'dead']);
  assert.equal([code, stderr], [1, '']);
  const dry = JSON.parse(
    at.call(['validate', '--spec', 'fake', 'a.txt', '--json', '--skip-invalid']).stdout,
  ) as ProcessingResult;
  const { runId, ordering, ...result } = JSON.parse(stdout) as ProcessingResult;
  assert.match(runId ?? '', /^[0-9a-f-]{36}$/);
  assert.is(ordering, 'FILE');
  assert.equal({ ...result, durationMs: 0 }, { ...dry, durationMs: 0 });
  assert.is(at.shell('specmill transform --spec fake - --topic t < a.txt').code, 1);
  assert.is(at.shell('cat a.txt | specmill transform --spec fake - --topic t').code, 1);
  assert.equal(JSON.parse(at.call(['topics', '--json']).stdout), [
    { name: 'dead', messages: 2 },
    { name: 't', messages: 14 },
  ]);
  for (const { headers } of messagesOf(at.call(['tail', 'dead']))) {
    assert.is(headers['content-type'], 'application/octet-stream');
    assert.match(headers['ce_type'] ?? '', /^fake\.rejected$/);
    assert.is(headers['ce_dataschema'], undefined);
  }
  assert.is(at.call(['topics']).stdout, 'Messages  Topic\n       2  dead\n      14  t\n');
});

test('tail prints messages as lines of JSON, from any offset', ({ at }) => {
  at.call(TO_TOPIC);
  const all = messagesOf(at.call(['tail', 't']));
  assert.equal(
    all.map(({ offset, value }) => [offset, value]),
    [
      [0, '{"line":"a"}'],
      [1, '{"line":"C b"}'],
      [2, '{"line":"W d"}'],
      [3, '{"line":"E e"}'],
      [4, '{"line":"g"}'],
    ],
  );
  assert.equal(Object.keys(all[2] ?? {}), ['offset', 'timestamp', 'key', 'headers', 'value']);
  assert.ok('issues' in (all[2]?.headers ?? {}));
  assert.equal(messagesOf(at.call(['tail', 't', '--from', '1', '--limit', '2'])), all.slice(1, 3));
  assert.is(at.call(['tail', 't', '--from', '5']).stdout, '');
  assert.is(at.shell('specmill tail t | head -n 1').stdout, `${JSON.stringify(all[0])}\n`);
});

test('tail escapes terminal control characters', ({ at }) => {
  at.write('a.txt', 'W \x1b[2J\u009b31m\u202e\n');
  at.call(TO_TOPIC);
  const { stdout } = at.call(['tail', 't']);
  assert.not.match(stdout, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  assert.equal(JSON.parse(JSON.parse(stdout).value), { line: 'W \x1b[2J\u009b31m\u202e' });
});

test('tail --follow waits for the topic, prints new messages, and ends when interrupted', async ({ at }) => {
  const child = at.start(['tail', 't', '--follow']);
  let stdout = '';
  child.stdout?.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
  const linesCome = async (count: number) => {
    await eventually(() => stdout.split('\n').length - 1 >= count);
  };
  at.call(TO_TOPIC);
  await linesCome(5);
  at.write('a.txt', 'more\n');
  at.call(TO_TOPIC);
  await linesCome(6);
  child.kill('SIGINT');
  assert.is(await new Promise((resolve) => child.on('exit', resolve)), 130);
  assert.match(stdout, /"offset":5.*more/);
  // As with tail -f, a closed pipe is noticed at the next message.
  assert.is(
    at
      .shell(
        `(while specmill ${TO_TOPIC.join(' ')} >&2; do sleep 0.2; done) & specmill tail t --follow | head -n 2 | wc -l; kill $!`,
      )
      .stdout.trim(),
    '2',
  );
  assert.is(messagesOf(at.call(['tail', 't', '--follow', '--limit', '3'])).length, 3);
});

test('while a service holds the data folder, topics and tail read; transform --topic reports the conflict', async ({
  at,
}) => {
  at.call(TO_TOPIC);
  const store = await openStore(at.path('.data'));
  isRefused(at.call(TO_TOPIC), 3, /another specmill process uses the data folder \.\/\.data/);
  assert.is(messagesOf(at.call(['tail', 't'])).length, 5);
  assert.is(JSON.parse(at.call(['topics', '--json']).stdout).length, 1);
  await store.close();
  assert.is(at.call(TO_TOPIC).code, 1);
});

test('all or nothing: no message of a rejected file is visible', ({ at }) => {
  const refused = at.call([...TO_TOPIC, '--delivery', 'all-or-nothing']);
  assert.equal([refused.code, JSON.parse(refused.stdout).failure.code], [1, 'too_many_errors']);
  assert.equal(messagesOf(at.call(['tail', 't'])), []);
  at.call([...TO_TOPIC, '--delivery', 'all-or-nothing', '--max-errors', '2']);
  assert.is(messagesOf(at.call(['tail', 't'])).length, 5);
});

test('an interrupted run is resumed by the same command', async ({ at }) => {
  at.write('a.txt', 'line of some length\n'.repeat(400_000));
  const child = at.start(TO_TOPIC);
  let stderr = '';
  child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
  const exited = new Promise((resolve) => child.on('exit', resolve));
  await eventually(() => at.call(['tail', 't', '--limit', '1']).stdout !== '');
  child.kill('SIGINT');
  assert.is(await exited, 130);
  assert.is(stderr, 'the run was interrupted. Run the same command again to resume it\n');
  const again = at.call(TO_TOPIC);
  assert.match(again.stderr, /^resuming an interrupted run of this file/);
  assert.equal([again.code, JSON.parse(again.stdout).processedRecords], [0, 400_000]);
  assert.equal(JSON.parse(at.call(['topics', '--json']).stdout), [{ name: 't', messages: 400_000 }]);
});

test('a wrong call: exit code 2 and a sentence that says how to fix it', ({ at }) => {
  isRefused(at.call([...TO_TOPIC, '--out', 'o']), 2, /--topic and --out cannot be combined/);
  isRefused(
    at.call(['transform', '--spec', 'fake', 'a.txt', '--topic', 'a b']),
    2,
    /--topic takes a topic name, not "a b"/,
  );
  isRefused(at.call(['transform', '--spec', 'fake', 'a.txt', '--topic', '..']), 2, /--topic takes a topic name/);
  isRefused(at.call([...TO_TOPIC, '--dead-letter', 't']), 2, /--dead-letter and --topic name the same topic/);
  isRefused(at.call([...TO_TOPIC, '--dead-letter', 'a/b']), 2, /--dead-letter takes a topic name/);
  isRefused(
    at.call([...TO_TOPIC, '--broker', 'kafka://user:secret@a:9092']),
    2,
    /is not a valid host: .* with user and password in SPECMILL_KAFKA_USER/,
  );
  isRefused(at.call([...TO_TOPIC, '--broker', 'kafka://a:9092?acks=1']), 2, /unknown parameter "acks"/);
  isRefused(
    at.call([...TO_TOPIC, '--broker', 'kafka://a:9092', '--kafka-sasl', 'plain']),
    2,
    /requires a user and a password in SPECMILL_KAFKA_USER/,
  );
  isRefused(
    at.call([...TO_TOPIC, '--broker', 'kafka://a:9092', '--kafka-ca', 'missing.pem']),
    2,
    /cannot read missing\.pem: no such file/,
  );
  isRefused(at.call(['transform', '--spec', 'fake', 'no.txt', '--topic', 't']), 2, /cannot read no\.txt: no such file/);
  isRefused(at.call(['tail']), 2, /TOPIC is missing/);
  isRefused(at.call(['tail', 't']), 2, /there is no topic "t" in \.\/\.data[^]*--follow waits/);
  isRefused(at.call(['tail', 't', '--from', '-1']), 2, /--from/);
  isRefused(at.call(['topics', '--broker', 'kafka://a:9092']), 2, /topics works only with the embedded broker/);
  at.call(TO_TOPIC);
  isRefused(at.call(['tail', 'tt']), 2, /did you mean t\?/);
  assert.equal(at.call(['topics', '--data', 'none']), {
    code: 0,
    stdout: '',
    stderr: 'there is no topic in none yet\n',
  });
});

test.run();
