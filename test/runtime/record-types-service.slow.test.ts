import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessingResult } from '../../runtime/base/model/result.ts';
import { gitSpecId } from '../../runtime/state/registry/spec/spec-id.ts';
import type { Message } from '../../runtime/state/store/topic-reader.ts';
import { csvFile, formOf, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace; service: Service }>('record types over HTTP and in a pipe');

const sampleOf = (name: string, file: string) =>
  readFileSync(join(resolve(import.meta.dirname, '../samples'), name, file), 'utf8');
const WHOLE = sampleOf('file-rule-totals', 'input.txt');
const BROKEN = sampleOf('file-rule-totals-broken', 'input.txt');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write(
    'specs/totals.yaml',
    sampleOf('file-rule-totals', 'spec.yaml').replace(/^name: .*$/m, 'name: totals'),
  );
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

async function transform(service: Service, text: string, fields: object = {}): Promise<ProcessingResult> {
  const form = formOf({ specId: gitSpecId('totals'), file: csvFile(text, 'f.txt'), ...fields });
  const response = await service.fetch('/transform/file-to-events', { method: 'POST', body: form });
  assert.is(response.status, 200, await response.clone().text());
  return (await response.json()) as ProcessingResult;
}

async function messagesOf(service: Service, topic: string): Promise<Message[]> {
  const response = await service.fetch(`/topics/${topic}/messages?from=0&limit=100`);
  if (response.status === 404) return [];
  assert.is(response.status, 200);
  return (await response.json()) as Message[];
}

test('a file whose totals hold is published, and each message names its record type', async ({ service }) => {
  const result = await transform(service, WHOLE, { brokerTopic: 'whole' });
  const messages = await messagesOf(service, 'whole');
  assert.is(messages.length, result.publishedRecords);
  assert.ok(messages.length > 0);
  assert.equal([...new Set(messages.map(({ headers }) => headers['ce_type']))], ['totals.debit']);
  const numbers = result.recordTypes?.reduce((sum, { total }) => sum + total, 0);
  assert.is(numbers, result.totalRecords);
});

test('a file whose totals are wrong publishes nothing', async ({ service }) => {
  const result = await transform(service, BROKEN, { brokerTopic: 'broken', deadLetterTopic: 'dead' });
  assert.equal([result.status, result.failure?.code], ['FAILED', 'file_rule_broken']);
  assert.is(result.publishedRecords, 0);
  assert.ok((result.fileIssues?.length ?? 0) > 0);
  assert.equal(await messagesOf(service, 'broken'), []);
});

test('a dry run reports the same issues of the file', async ({ service }) => {
  const sent = await transform(service, BROKEN, { brokerTopic: 'again' });
  const form = formOf({ specId: gitSpecId('totals'), file: csvFile(BROKEN, 'f.txt') });
  const response = await service.fetch('/transform/validate', { method: 'POST', body: form });
  const dry = (await response.json()) as ProcessingResult;
  assert.equal([dry.status, dry.fileIssues], [sent.status, sent.fileIssues]);
  assert.equal(dry.issueCounts, sent.issueCounts);
});

test('a spec lists its record types', async ({ service }) => {
  const response = await service.fetch(`/specs/${gitSpecId('totals')}`);
  const spec = (await response.json()) as { spec: { recordTypes: { name: string }[] } };
  assert.ok(JSON.stringify(spec).includes('"recordTypes"'), JSON.stringify(spec).slice(0, 500));
});

test('a piped file is checked before its first event is printed', ({ at }) => {
  const args = ['transform', '--spec', 'totals', '-', '--out', '-'];
  const whole = at.call(args, { input: WHOLE });
  assert.is(whole.stdout.trim().split('\n').length, 1, whole.stderr);
  assert.match(whole.stdout, /^\{/);
  const broken = at.call(args, { input: BROKEN });
  assert.equal([broken.code, broken.stdout], [1, '']);
  assert.match(broken.stderr, /FAILED/);
  const file = at.call(['transform', '--spec', 'totals', at.write('b.txt', BROKEN), '--out', 'o.ndjson']);
  assert.is(file.code, 1);
});

test('docs --ddl prints a table for each published type', ({ at }) => {
  const { stdout, stderr } = at.call(['docs', 'totals', '--ddl', 'postgresql']);
  const published = at.call(['docs', 'totals']).stdout;
  const tables = [...stdout.matchAll(/^CREATE TABLE "(.*)" \(/gm)].map(([, name]) => name);
  assert.equal(tables, ['totals_debit'], `${stderr}${published.slice(0, 500)}`);
  const refused = at.call(['docs', 'totals', '--ddl', 'postgresql', '--key', 'nothing']);
  assert.is(refused.code, 2);
  assert.match(refused.stderr, /--key: the record type debit has no field "nothing"/);
});

test('a result lists at most 1,000 issues of the file, and says so', ({ at }) => {
  const [header = '', batch = '', debit = '', ...rest] = WHOLE.trimEnd().split('\n');
  const trailer = rest.find((line) => line.startsWith('C')) ?? '';
  const wrong = `${batch}\n${debit}\n${trailer.replace(/[0-9]/g, '9')}\n`.repeat(600);
  at.write('many.txt', `${header}\n${wrong}${rest.at(-1)}\n`);
  const { stdout } = at.call(['validate', '--spec', 'totals', 'many.txt', '--json']);
  const result = JSON.parse(stdout) as ProcessingResult;
  assert.equal([result.fileIssues?.length, result.fileIssuesTruncated], [1000, true]);
  assert.match(at.call(['validate', '--spec', 'totals', 'many.txt']).stdout, /more issues of the file/);
});

test.run();
