/** schemathesis generates requests from the served document, valid and hostile ones, and checks each response. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ORDERS_YAML } from '../../runtime/api/example-state.ts';
import { type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';
import { seed } from '../../support/property.ts';
import { skipIf } from '../../support/skip.ts';
import { findTools } from './install.ts';
import { createState, flagsFor } from './prepared-state.ts';

/** Requests that are generated for each operation, in each phase. */
const EXAMPLES = process.env['SPECMILL_OPENAPI_EXAMPLES'] ?? '8';

interface Context {
  at: Workplace;
  service: Service;
  /** A key that may do everything. */
  key: string;
  /** The path of the served document. */
  document: string;
}

const tools = findTools();
const test = suite<Context>('the described API');
const testWithTools = skipIf(tools === null ? 'needs Python and PyPI: run npm run test:openapi' : null, test);

test.before.each(async (context) => {
  const at = createWorkplace();
  at.write('specs/orders.yaml', ORDERS_YAML);
  const key = at.call(['keys', 'add', 'root', '--scope', 'admin']).stdout.trim();
  const headers = { authorization: `Bearer ${key}` };
  const service = await startService(at, flagsFor(at));
  if (tools !== null) await createState(at, service, headers);
  const document = at.path('openapi.json');
  writeFileSync(document, await (await service.fetch('/openapi.json', { headers })).text());
  Object.assign(context, { at, service, key, document });
});
test.after.each(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

testWithTools('the document is valid', ({ at, document }) => {
  const { code, output } = run(at, 'openapi_spec_validator', [document]);
  assert.is(code, 0, output);
});

testWithTools('no request with a key finds a failure', (context) => {
  runSchemathesis(context, { config: 'schemathesis.toml', more: [] });
});

testWithTools('each request without a key is rejected, except those to the health of the service', (context) => {
  runSchemathesis(context, { config: 'without-key.toml', more: ['--phases', 'examples,coverage'] });
});

function runSchemathesis(
  { at, service, key, document }: Context,
  { config, more }: { config: string; more: readonly string[] },
): void {
  const args = [
    ['--config-file', join(import.meta.dirname, config), 'run', document, '--url', service.url],
    ['--seed', String(seed), '--generation-deterministic', '--max-examples', EXAMPLES, '--workers', '1'],
    ['--no-color', '--request-timeout', '60'],
    more,
  ].flat();
  const { code, output } = run(at, 'schemathesis.cli', args, { SPECMILL_TEST_KEY: key });
  console.log(`note: ${/Test cases:\s+(.*)/.exec(output)?.[1]}`);
  assert.is(code, 0, output);
  assert.is(service.stderr().includes('"request_failed"'), false, service.stderr());
}

function run(at: Workplace, module: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return tools?.run(module, args, { folder: at.folder, env }) ?? { code: null, output: '' };
}

test.run();
