import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { addedImports, addedLines } from './added-lines.ts';

/**
 * Adds a format, a rule, a correction, a type, an encoder and a connector to a copy of the project, each with its own files and the
 * lines of `addedLines`. Then the tools of the copy are used.
 */
const ROOT = join(import.meta.dirname, '../../..');
const TOYS = join(import.meta.dirname, 'toys');
const copy = mkdtempSync(join(tmpdir(), 'specmill-seams-'));

const SPEC = `name: toys
format: PAIRS
fields:
  - { name: id, type: STRING, required: true, columnName: ID }
  - { name: color, type: COLOR }
  - { name: amount, type: DECIMAL }
correctionRules:
  - { ruleId: bare, field: id, correctionType: DROP_PREFIX, prefix: "no. " }
validationRules:
  - { ruleId: known, field: id, ruleType: STARTS_WITH, prefix: A }
`;
const FILE = 'ID=no. A1;color=#00FF7F;amount=1.50\nID=B2;color=#ffffff\nID=A3;color=red;amount=2\n';

test.before(() => {
  for (const part of ['compiler', 'runtime', 'package.json', 'tsconfig.json', 'generated/spec.schema.json'])
    cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  cpSync(TOYS, copy, { recursive: true });
  for (const { file, after, line } of Object.values(addedLines).flat()) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(after), `${file} has no line ${JSON.stringify(after)}`);
    const changed = after === '' ? text + line : text.replace(after, () => after + line);
    writeFileSync(path, changed);
  }
  for (const [file, line] of Object.entries(addedImports)) {
    const path = join(copy, file);
    writeFileSync(path, line + readFileSync(path, 'utf8'));
  }
  mkdirSync(join(copy, 'specs'));
  writeFileSync(join(copy, 'specs/toys.yaml'), SPEC);
  writeFileSync(join(copy, 'toys.pairs'), FILE);
  execFileSync(process.execPath, ['--input-type=module', '-e', BUILD], { cwd: copy, stdio: 'pipe' });
});

test.after(() => rmSync(copy, { recursive: true, force: true }));

const BUILD = `import { buildProgram } from './runtime/build.mjs'; await buildProgram(process.cwd() + '/dist');`;

/** Runs the program of the copy. Returns its exit code and what it prints. */
function run(...args: string[]): { code: number | null; out: string; errors: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/specmill.js', ...args], {
    cwd: copy,
    encoding: 'utf8',
  });
  return { code: status, out: stdout, errors: stderr };
}

/** Runs a script that imports the sources of the copy. Returns what it prints. */
function runScript(script: string): string {
  writeFileSync(join(copy, 'script.ts'), script);
  return execFileSync(process.execPath, ['--import', 'tsx', 'script.ts'], { cwd: copy, encoding: 'utf8' });
}

test('TypeScript reports no other place that must know the toys', () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--noEmit'], { cwd: copy, encoding: 'utf8' });
  assert.is(stdout, '');
  assert.is(status, 0);
});

test('a kind needs one line in one list, or two that TypeScript compares', () => {
  const lines = Object.entries(addedLines).map(([kind, added]) => `${kind} ${added.length}`);
  assert.equal(lines, ['format 3', 'rule 1', 'correction 1', 'type 2', 'encoder 2', 'connector 1']);
});

test('compiler/README.md says how many lines each toy has', () => {
  const lines = (...files: string[]) =>
    files.reduce((sum, file) => sum + readFileSync(join(TOYS, file), 'utf8').split('\n').length - 1, 0);
  const language = 'compiler/language';
  const format = ['file', 'keys', 'kind'].map((name) => `${language}/formats/pairs/${name}.ts`);
  const text = readFileSync(join(ROOT, 'compiler/README.md'), 'utf8');
  assert.match(
    text,
    `(3 files, ${lines(...format)} lines, and ${lines('compiler/kernel/pairs/find-pair.ts')} in the kernel), ` +
      `a rule (${lines(`${language}/rules/starts-with.ts`)} lines), ` +
      `a correction (${lines(`${language}/corrections/drop-prefix.ts`)}), ` +
      `a type (${lines(`${language}/types/color.ts`)}), ` +
      `an encoder (${lines('compiler/emitting/encoders/tabs/tabs.ts')}, and ${lines('compiler/kernel/tabs/tabs.ts')} in the kernel) ` +
      `and a connector (${lines('runtime/connector/types/memory.ts')})`,
  );
});

test('check, compile, validate and transform know the toys', () => {
  assert.is(run('check', 'specs/toys.yaml').code, 0);
  assert.is(run('compile', 'specs/toys.yaml', '--out', 'out').code, 0);
  assert.match(readFileSync(join(copy, 'out/toys.ts'), 'utf8'), 'findPair(line, "ID", ";")'.replaceAll('"', "'"));
  const { code, out, errors } = run('validate', '--spec', 'specs/toys.yaml', 'toys.pairs');
  assert.is(code, 1);
  assert.match(out + errors, /id must start with "A" \[known\]/);
  assert.match(out + errors, /color must be a COLOR/);
  run('transform', '--spec', 'specs/toys.yaml', 'toys.pairs', '--skip-invalid', '--out', 'events.ndjson');
  assert.is(readFileSync(join(copy, 'events.ndjson'), 'utf8'), '{"id":"A1","color":"#00ff7f","amount":1.50}\n');
});

test('explain shows the wrong cells of a file of the format', () => {
  const { out, errors } = run('validate', '--spec', 'specs/toys.yaml', 'toys.pairs', '--explain');
  assert.match(out + errors, /ID=B2;color=#ffffff\n.*\^\^/);
});

test('the documentation and the schemas contain the toys', () => {
  const { out } = run('docs', 'specs/toys.yaml');
  assert.match(out, 'Pairs: each record is a line of pairs');
  assert.match(out, 'must start with "A"');
  assert.match(out, 'without "no. " at the beginning');
  assert.match(out, '- COLOR: `#` and six hexadecimal digits');
  const message = JSON.parse(run('docs', 'specs/toys.yaml', '--schema').out);
  assert.match(JSON.stringify(message.properties.color), '^#[0-9a-f]{6}$');
  const language = run('docs', '--spec-schema').out;
  for (const name of ['PAIRS', 'pairSeparator', 'STARTS_WITH', 'DROP_PREFIX', 'COLOR']) assert.match(language, name);
  assert.match(run('docs', 'specs/toys.yaml', '--ddl', 'postgresql').out, /"color" text/);
});

test('samples are valid, or broken exactly as they say', () => {
  const { code, out, errors } = run('samples', 'specs/toys.yaml', '--out', 'samples');
  assert.is(code, 0, out + errors);
  const files = readdirSync(join(copy, 'samples'), { recursive: true }).map(String);
  for (const name of [/valid\.pairs$/, /rule-known.*\.pairs$/, /type-color.*\.pairs$/])
    assert.ok(
      files.some((file) => name.test(file)),
      `${name} of ${files.join(', ')}`,
    );
});

test('diff compares the toys', () => {
  const edits = {
    'pairSeparator: "|"\nfields:': ['fields:', 'format_setting_changed'],
    'prefix: AB }': ['prefix: A }', 'rule_operand_changed'],
    'prefix: "nr. " }': ['prefix: "no. " }', 'correction_changed'],
    'type: STRING }': ['type: COLOR }', 'type_changed'],
  };
  for (const [now, [old = '', code = '']] of Object.entries(edits)) {
    writeFileSync(
      join(copy, 'now.yaml'),
      SPEC.replace(old, () => now),
    );
    const { out } = run('diff', 'specs/toys.yaml', 'now.yaml', '--format', 'json', '--no-samples');
    assert.match(out, code, `${now}: ${out}`);
  }
});

test('infer says that it drafts no specs of the format, and record types are refused by name', () => {
  const { code, errors } = run('infer', 'toys.pairs', '--format', 'PAIRS');
  assert.is(code, 1);
  assert.match(errors, 'infer drafts no specs of the format PAIRS');
  const typed = 'name: typed\nformat: PAIRS\nrecordTypes:\n  - { name: one, fields: [{ name: id, type: STRING }] }\n';
  writeFileSync(join(copy, 'typed.yaml'), typed);
  assert.match(run('check', 'typed.yaml').out + run('check', 'typed.yaml').errors, 'record_types_not_for_format');
});

test('the page finds and replaces the values of the format', () => {
  const out = runScript(`
    import { createRecordLayout, createValueLocator } from './compiler/browser.ts';
    import { createRecordReplacer } from './compiler/repairs.ts';
    const layout = createRecordLayout({ format: 'PAIRS', fields: [{ name: 'id', columnName: 'ID' }, { name: 'color' }] });
    const text = 'ID=B2;color=#ffffff\\n';
    const [id, color] = createValueLocator(layout, null).locateCells(text) ?? [];
    const replacer = createRecordReplacer(layout, null);
    const bytes = new TextEncoder().encode(text);
    const replaced = replacer.replace(bytes, false, [{ field: 0, range: id, value: 'A2' }]);
    const refused = replacer.replace(bytes, false, [{ field: 1, range: color, value: 'a;b' }]);
    console.log(JSON.stringify([id, color, new TextDecoder().decode(replaced.bytes), refused.problem]));
  `);
  assert.equal(JSON.parse(out), [
    { start: 3, end: 5 },
    { start: 12, end: 19 },
    'ID=A2;color=#ffffff\n',
    'A value of a file of pairs cannot have ; or a line break.',
  ]);
});

test('rejects are a file of the format', () => {
  const out = runScript(`
    import { pathToFileURL } from 'node:url';
    import { createRunOptions } from './runtime/base/model/run-info.ts';
    import { readRejects } from './runtime/runs/replay/read-rejects.ts';
    const bytes = new TextEncoder().encode(${JSON.stringify(FILE)});
    const slices = {
      readSlice: async (at, length) => bytes.slice(at, at + length),
      async *readRange(from, to) { yield bytes.slice(from, Math.min(to, bytes.length)); },
    };
    const module = await import(pathToFileURL('out/dist/toys.mjs').href);
    const options = { ...createRunOptions({ today: '2026-01-01', skipInvalidRecords: true }), fileName: 'f' };
    const parts = [];
    for await (const part of readRejects({ module, options, slices, records: 3, rest: { kind: 'end' } })) parts.push(part);
    process.stdout.write(Buffer.concat(parts));
  `);
  assert.is(out, FILE.split('\n').slice(1).join('\n'));
});

test('transform writes events with the encoder, and knows no other', () => {
  const args = ['transform', '--spec', 'specs/toys.yaml', 'toys.pairs', '--skip-invalid'];
  assert.is(run(...args, '--out', 'events.tabs', '--format', 'tabs').code, 1);
  assert.is(readFileSync(join(copy, 'events.tabs'), 'utf8'), 'A1\t#00ff7f\t1.50\n');
  const { code, errors } = run(...args, '--out', 'events.tabs', '--format', 'tab');
  assert.is(code, 2);
  assert.match(errors, /--format takes one of json, (?:avro, tabs|tabs, avro), parquet, not "tab"/);
  assert.is(run(...args, '--topic', 't', '--format', 'tabs').code, 2);
});

test('both readers write the same bytes, and destinations and the page get the same values as from JSON', () => {
  const out = runScript(`
    import * as assert from 'node:assert/strict';
    import { readdirSync, readFileSync } from 'node:fs';
    import { compile } from './compiler/index.ts';
    import { encoderOf, findEncoderOf } from './compiler/formats.ts';
    import { createMessageHeaders } from './runtime/base/model/message-headers.ts';
    import { loadEsm } from './runtime/state/registry/compile/load-esm.ts';
    import { createCsvRows } from './runtime/sink/file/csv-rows.ts';

    const load = async (text, encoder) => {
      const { module } = await compile({ text, path: 'spec.yaml', syntax: 'yaml', encoder });
      return module === null ? null : { ...(await loadEsm(module.esm)), hasFast: module.fastSource !== null };
    };
    const read = (module, bytes, fast) => {
      const transformer = module.createTransformer({ fast, today: '2026-01-01', fileName: 'f' });
      const batches = [...transformer.push(bytes), ...transformer.end()];
      const messages = batches.flatMap(({ bytes, ends }) => [...ends].map((end, i) => bytes.slice(ends[i - 1] ?? 0, end)));
      const keys = batches.flatMap(({ keys, keyEnds }) => [...keyEnds].map((end, i) => Buffer.from(keys.slice(keyEnds[i - 1] ?? 0, end)).toString()));
      return { batches, messages, keys, fastRecords: transformer.fastRecords };
    };
    const csvOf = (module, { batches }) => {
      const names = module.spec.fields.filter(({ isPublished = true }) => isPublished).map(({ name }) => name);
      const toRows = createCsvRows({ names, encoder: module.spec.encoder });
      return Buffer.concat(batches.map((batch) => toRows(batch))).toString();
    };
    // Tables and keys are the same for each encoder.
    const needsMore = ({ reference, maskKeys }) => reference !== undefined || maskKeys !== undefined;
    const counts = { specs: 0, messages: 0, fast: 0, types: 0 };
    const folder = ${JSON.stringify(join(ROOT, 'test/samples'))};
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    // A third of them, because compiling takes long.
    for (const { name } of folders.filter((_, index) => index % 3 === 0)) {
      const files = readdirSync(folder + '/' + name, { withFileTypes: true }).filter((file) => file.isFile()).map((file) => file.name);
      const inputs = files.filter((file) => file.startsWith('input.'));
      if (!files.includes('spec.yaml') || inputs.length === 0) continue;
      const text = readFileSync(folder + '/' + name + '/spec.yaml', 'utf8');
      // Only messages of JSON have members with the records of parts.
      if (/\\bas: /.test(text)) continue;
      const [json, tabs] = [await load(text, undefined), await load(text, 'TABS')];
      if (json === null || tabs === null || needsMore(json.spec)) continue;
      counts.specs++;
      for (const input of inputs) {
        const bytes = readFileSync(folder + '/' + name + '/' + input);
        const [careful, fast, plain] = [read(tabs, bytes, false), read(tabs, bytes, true), read(json, bytes, true)];
        assert.deepEqual(fast.messages, careful.messages, name);
        assert.deepEqual(fast.keys, careful.keys, name);
        assert.deepEqual(fast.keys, plain.keys, name);
        assert.deepEqual(fast.batches.flatMap((one) => one.recordIssues), plain.batches.flatMap((one) => one.recordIssues), name);
        const ofType = (batches) => batches.flatMap(({ typed }) => [...(typed?.messageTypes ?? [])]);
        assert.deepEqual(ofType(fast.batches), ofType(plain.batches), name);
        const valuesOf = (module, { messages }) => messages.map((message) => (encoderOf(module.spec).split(new TextDecoder().decode(message)) ?? []).map(({ value }) => value?.toWellFormed() ?? null));
        assert.deepEqual(valuesOf(tabs, fast), valuesOf(json, plain), name);
        if (json.spec.recordTypes === undefined) assert.equal(csvOf(tabs, fast), csvOf(json, plain), name);
        else counts.types++;
        counts.messages += fast.messages.length;
        counts.fast += fast.fastRecords;
      }
    }
    const toys = await load(readFileSync('specs/toys.yaml', 'utf8'), 'TABS');
    const [contentType] = createMessageHeaders(toys.spec, 'ab'.repeat(32)).constant;
    console.log(JSON.stringify({ counts, contentType, fields: toys.spec.fields, found: findEncoderOf('text/tab-separated-values').name }));
  `);
  const { counts, contentType, fields, found } = JSON.parse(out);
  assert.ok(counts.specs > 80 && counts.messages > 200 && counts.fast > 100 && counts.types > 4, out);
  assert.equal(contentType, ['content-type', 'text/tab-separated-values']);
  assert.equal(fields[0], { name: 'id', type: 'STRING', sensitive: false, isNullable: false });
  assert.is(found, 'TABS');
});

test('a connector is found by its type, checked and read', () => {
  const out = runScript(`
    import { findConnectorType } from './runtime/connector/types/connector-types.ts';
    const type = findConnectorType('MEMORY');
    const config = type.check({ path: 'a.pairs', content: 'ID=A1' }, { localRoots: null });
    const create = await config.load();
    const connector = create({});
    let text = '';
    for await (const { path } of connector.list('')) {
      for await (const chunk of (await connector.read(path)).bytes) text += path + ' ' + new TextDecoder().decode(chunk);
    }
    console.log(text);
  `);
  assert.is(out, 'a.pairs ID=A1\n');
});

test.run();
