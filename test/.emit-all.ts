import { readFileSync, readdirSync, existsSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const root = process.argv[2]; const out = process.argv[3];
const { readAndCheck } = await import(pathToFileURL(root + '/compiler/pipeline/compile.ts').href);
const { makePlan, createPlan } = await import(pathToFileURL(root + '/compiler/3-plan/create-plan.ts').href);
const { emitModule } = await import(pathToFileURL(root + '/compiler/4-emit/emit-module.ts').href);
const { emitFast } = await import(pathToFileURL(root + '/compiler/4-emit/emit-fast.ts').href);
const { versionOf } = await import(pathToFileURL(root + '/compiler/1-read/canonical.ts').href);
const files: string[] = [];
for (const d of ['specs', 'test/samples', 'test/conformance', 'test/spec-samples', 'test/diff/changes', 'test/broken', 'test/bench', 'test/splits', 'test/parity'])
  if (existsSync('/work/main/' + d)) for (const f of readdirSync('/work/main/' + d, { recursive: true, encoding: 'utf8' })) if (/\.(yaml|json)$/.test(f)) files.push('/work/main/' + d + '/' + f);
const result: Record<string, unknown> = {}; let ms = 0;
for (const f of files.sort()) {
  const text = readFileSync(f, 'utf8');
  const t = performance.now();
  const { spec, diagnostics } = readAndCheck({ text, path: f, syntax: f.endsWith('json') ? 'json' : 'yaml' });
  let module = null;
  if (spec) { const plan = (createPlan ?? makePlan)(spec, versionOf(spec)); const fast = emitFast(plan); module = [emitModule(plan, fast), fast?.source]; }
  ms += performance.now() - t;
  result[f] = { diagnostics, module };
}
writeFileSync(out, JSON.stringify(result, null, 1)); console.log(files.length, Object.values(result).filter((r: any) => r.module).length, Math.round(ms), 'ms');
