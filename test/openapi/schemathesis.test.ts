/** schemathesis generates requests from the served document, valid and hostile ones, and checks each response. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ORDERS_YAML } from '../api/example-state.ts';
import { formOf, csvFile, type Service, startService } from '../runtime/service.ts';
import { createWorkplace, type Workplace } from '../runtime/specmill.ts';
import { seed } from '../support/property.ts';
import { skipIf } from '../support/skip.ts';
import { findTools } from './install.ts';

const CONFIG = join(import.meta.dirname, 'schemathesis.toml');
/** Requests that are generated for each operation, in each phase. */
const EXAMPLES = process.env['SPECMILL_OPENAPI_EXAMPLES'] ?? '8';

const tools = findTools();
const test = suite<{ at: Workplace; service: Service }>('the described API');
const testWithTools = skipIf(tools === null ? 'needs Python and PyPI: run npm run test:openapi' : null, test);

test.before.each(async (context) => {
  context.at = createWorkplace();
  context.at.write('specs/orders.yaml', ORDERS_YAML);
  context.service = await startService(context.at);
  const body = formOf({ specId: 'orders', brokerTopic: 'orders', file: csvFile('id,amount\nA1,1\n') });
  await context.service.fetch('/transform/file-to-events', { method: 'POST', body });
});
test.after.each(async ({ at, service }) => {
  await service.stop();
  at.remove();
});

testWithTools('the document is valid', async ({ at, service }) => {
  writeFileSync(at.path('openapi.json'), await (await service.fetch('/openapi.json')).text());
  const { code, output } = findTools()?.run('openapi_spec_validator', [at.path('openapi.json')], at.folder) ?? {
    code: null,
    output: '',
  };
  assert.is(code, 0, output);
});

testWithTools('no request of schemathesis finds a failure', ({ at, service }) => {
  const args = [
    ['--config-file', CONFIG, 'run', `${service.url}/api/v1/openapi.json`],
    ['--seed', String(seed), '--generation-deterministic', '--max-examples', EXAMPLES],
    ['--checks', 'all', '--no-color', '--request-timeout', '60'],
    ['--report', 'junit', '--report-junit-path', at.path('report.xml')],
  ].flat();
  const { code, output } = findTools()?.run('schemathesis.cli', args, at.folder) ?? { code: null, output: '' };
  console.log(`note: ${/Test cases:\s+(.*)/.exec(output)?.[1]}`);
  assert.is(code, 0, output);
  assert.is(service.stderr().includes('"request_failed"'), false, service.stderr());
});

test.run();
