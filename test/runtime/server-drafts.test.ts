/** POST /drafts: what an editor of specs asks while a person types. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { jsonInit, ORDERS_YAML, type Service, startService } from './service.ts';
import { createWorkplace, type Workplace } from './specmill.ts';

interface DraftCheck {
  valid: boolean;
  diagnostics: { code: string; line: number; column: number; path: string }[];
  compiled: { spec: { name: string }; version: string; module: string } | null;
}

const test = suite<{ at: Workplace; service: Service }>('drafts over REST');

test.before(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
});
test.after(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

async function check(service: Service, body: object): Promise<DraftCheck> {
  const response = await service.fetch('/drafts', jsonInit('POST', body));
  assert.is(response.status, 200, await response.clone().text());
  return (await response.json()) as DraftCheck;
}

const NEW = 'name: fresh\nformat: CSV # kept\nfields: [{ name: id, type: STRING }]\n';

test('a new draft that compiles has its spec, its version and its module, and is not stored', async ({ service }) => {
  const { valid, diagnostics, compiled } = await check(service, { text: NEW });
  assert.equal([valid, diagnostics, compiled?.spec.name], [true, [], 'fresh']);
  assert.match(compiled?.version ?? '', /^[0-9a-f]{64}$/);
  assert.match(compiled?.module ?? '', /createTransformer/);
  assert.is((await service.fetch('/specs/fresh')).status, 404);
});

test('diagnostics have the positions of the text', async ({ service }) => {
  const { valid, diagnostics, compiled } = await check(service, { text: NEW.replace('STRING', 'STRNG') });
  assert.equal([valid, compiled], [false, null]);
  assert.equal(
    diagnostics.map(({ code, line, column, path }) => [code, line, column, path]),
    [['unknown_value', 3, 28, '/fields/0/type']],
  );
  const broken = await check(service, { text: 'name: [' });
  assert.is(broken.diagnostics[0]?.code, 'invalid_yaml');
});

test('the name of another spec is an error, that of the replaced spec is not', async ({ service }) => {
  const taken = await check(service, { text: ORDERS_YAML });
  assert.equal([taken.valid, taken.diagnostics.at(-1)?.code], [false, 'name_taken']);
  assert.is((await check(service, { text: ORDERS_YAML, specId: 'orders' })).valid, true);
  const renamed = await check(service, { text: NEW, specId: 'orders' });
  assert.is(renamed.valid, false, 'a spec in git has the name of its file');
});

test('a wrong body is 400, an unknown spec is 404, a text over 1 MiB is 413', async ({ service }) => {
  const statuses = [{}, { text: 1 }, { text: NEW, specId: 1 }, { text: NEW, more: 1 }].map(async (body) => {
    return (await service.fetch('/drafts', jsonInit('POST', body))).status;
  });
  assert.equal(await Promise.all(statuses), [400, 400, 400, 400]);
  const unknown = await service.fetch('/drafts', jsonInit('POST', { text: NEW, specId: 'nothing' }));
  assert.is(unknown.status, 404);
  const large = await service.fetch('/drafts', jsonInit('POST', { text: `${NEW}# ${'x'.repeat(1024 * 1024)}` }));
  assert.is(large.status, 413);
});

test.run();
