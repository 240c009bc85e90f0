/** The client is used from a scratch project that has only the packed package: with strict types, and at run time. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ROOT } from '../../structure/imports.ts';
import { type Service, startService } from '../service.ts';
import { createWorkplace, type Workplace } from '../specmill.ts';
import { ORDERS_YAML } from './example-state.ts';

const test = suite<{ at: Workplace; service: Service }>('specmill/client');

const PROGRAM = `
import { createClient, ProblemError, type Run } from 'specmill/client';

const client = createClient(process.argv[2] ?? '');
const specs = await client.listSpecs({ limit: 10 });
const file = new Blob(['id,amount\\nA1,1.50\\nA2,0.00\\n']);
const result = await client.transformFile({ specId: 'orders', brokerTopic: 'orders', file, skipInvalidRecords: true });
const stream = new Blob(['id,amount\\nA1,1.50\\n']).stream();
const dryRun = await client.validateFile({ specId: 'orders', file: { name: 'a b.csv', stream } });
const run: Run = await client.getRun({ id: result.runId ?? '' });
const lines: number[] = [];
for await (const { line } of await client.getRunErrors({ id: run.runId })) lines.push(line);
const rejects = await new Response(await client.getRunRejects({ id: run.runId })).text();
const removed: undefined = await client.deleteRun({ id: run.runId });
const code = await client.getRun({ id: run.runId }).catch((error: unknown) => error instanceof ProblemError && error.problem.code);
// @ts-expect-error: \`id\` is required.
void (() => client.getRun());
// @ts-expect-error: no delivery has this name.
void (() => client.transformFile({ specId: 'a', brokerTopic: 'a', file, delivery: 'never' }));
console.log(JSON.stringify({
  specs: specs.map(({ name }) => name), status: result.status, run: run.status, lines, rejects, removed: removed ?? null, code,
  dryRun: [dryRun.status, dryRun.fileName],
}));
`;

test.before((context) => {
  context.at = createWorkplace();
});
test.after(({ at }) => at.remove());

test('the packed client compiles with strict types and talks to a service', async ({ at }) => {
  installPackage(at);
  at.write('project/use.ts', PROGRAM);
  const compiled = spawnSync(
    process.execPath,
    [
      join(ROOT, 'node_modules/typescript/bin/tsc'),
      '--ignoreConfig',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--target',
      'es2022',
      '--module',
      'nodenext',
      '--lib',
      'es2023,dom,dom.iterable,dom.asynciterable',
      '--types',
      '',
      '--typeRoots',
      at.path('none'),
      'types.d.ts',
      'use.ts',
    ],
    { cwd: at.path('project'), encoding: 'utf8' },
  );
  assert.is(compiled.stdout + compiled.stderr, '');
  at.write('specs/orders.yaml', ORDERS_YAML);
  const service = await startService(at);
  const used = spawnSync(process.execPath, ['use.js', service.url], { cwd: at.path('project'), encoding: 'utf8' });
  await service.stop();
  assert.is(used.stderr, '');
  assert.equal(JSON.parse(used.stdout), {
    specs: ['orders'],
    status: 'PARTIAL_SUCCESS',
    run: 'PARTIAL_SUCCESS',
    lines: [3],
    rejects: 'id,amount\nA2,0.00\n',
    removed: null,
    code: 'run_not_found',
    dryRun: ['SUCCESS', 'a b.csv'],
  });
});

test('the client imports nothing, so a browser can load it', () => {
  const text = readFileSync(join(ROOT, 'dist/client.js'), 'utf8');
  assert.not.match(text, /^import\b|\bimport\(|\brequire\(|\bprocess\.|\bBuffer\b|['"]node:/m);
});

/** Packs the package, and unpacks it as npm does. The client has no dependencies. */
function installPackage(at: Workplace): void {
  mkdirSync(at.path('project/node_modules/specmill'), { recursive: true });
  at.write('project/package.json', JSON.stringify({ type: 'module' }));
  at.write('project/types.d.ts', 'declare const process: { argv: string[] };\n');
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', at.folder], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const archive = at.path(packed.trim().split('\n').at(-1) ?? '');
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', at.path('project/node_modules/specmill')]);
}

test.run();
