// Turns parts of the program into scripts, and stores the code that V8 compiles for them: an ES module would be compiled
// again at each start. runtime/cli/program.ts loads them.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, transform } from 'esbuild';

/** The modules with which a group of scripts begins. A script is in the first group that needs it. */
const GROUPS = {
  main: ['runtime/cli/main.ts'],
  start: ['runtime/cli/commands/validate.ts'],
  compiler: [
    'compiler/index.ts',
    'compiler/pipeline/4-emit/emit-spec.ts',
    'compiler/pipeline/5-bundle/bundle.ts',
    'compiler/pipeline/5-bundle/declare.ts',
  ],
  serve: ['runtime/cli/commands/serve.ts'],
};

/** Packages that scripts load with require(). They are no ES modules, or both. */
const REQUIRED = new Set([
  '@fastify/busboy',
  '@opentelemetry/api',
  'croner',
  'esbuild',
  'listhen',
  'pino',
  'prom-client',
  'sqlite3',
]);

/**
 * Writes the scripts into `folder`/compiled and replaces the modules that they are made of. `outputs` are those of the
 * build of the program, relative to `root`.
 */
export async function compileParts({ root, folder, outputs }) {
  const target = join(folder, 'compiled');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  const groupOf = {};
  for (const [group, starts] of Object.entries(GROUPS)) {
    const paths = starts
      .flatMap((start) => closureOf(outputs, findEntry(outputs, start)))
      .filter((path, index, all) => all.indexOf(path) === index && groupOf[toPart(path)] === undefined);
    for (const path of paths) groupOf[toPart(path)] = group;
    const functions = [];
    for (const path of paths) functions.push(`${JSON.stringify(toPart(path))}: ${await toFunction(path)}`);
    writeFileSync(join(target, `${group}.cjs`), `({\n${functions.join(',\n')}\n})\n`);
    for (const path of paths) replaceModule(path);
  }
  await build({
    absWorkingDir: root,
    entryPoints: { specmill: 'runtime/cli/program.ts' },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    define: { SPECMILL_PARTS: JSON.stringify(groupOf), SPECMILL_REQUIRED: JSON.stringify([...REQUIRED]) },
  });
  storeCodeTwice(root, folder);

  function toPart(path) {
    return relative(folder, join(root, path)).replaceAll('\\', '/');
  }

  /** Returns a module as the text of a function. */
  async function toFunction(path) {
    for (const { path: name, kind, external } of outputs[path].imports)
      if (external === true && kind === 'import-statement' && !name.startsWith('node:') && !REQUIRED.has(name))
        throw new Error(`${path} imports the package ${name}, which a script cannot load`);
    const { code } = await transform(readFileSync(join(root, path), 'utf8').replace(/^#!.*/, ''), {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      // Only ASCII, so that the file can be read without decoding.
      charset: 'ascii',
      // import() becomes require(), because V8 cannot store what import() needs.
      supported: { 'dynamic-import': false },
      define: { 'import.meta.url': 'partUrl' },
      logLevel: 'error',
    });
    return `function (module, require, partUrl) {\n"use strict";\n${escapeBeyondAscii(returnPromises(nameExports(code)))}\n}`;
  }

  /** Writes a module that has the exports of a script. */
  function replaceModule(path) {
    const names = outputs[path].exports;
    const text = `import { requirePart } from '../specmill.js';\nconst { ${names.join(', ')} } = requirePart(${JSON.stringify(toPart(path))});\nexport { ${names.join(', ')} };\n`;
    writeFileSync(join(root, path), text);
    rmSync(join(root, `${path}.map`), { force: true });
  }
}

/**
 * Returns code with `\\u2019` for each character beyond ASCII: esbuild leaves them in regular expressions, and the file is
 * read as Latin-1. Throws Error where an escape would have another meaning.
 */
function escapeBeyondAscii(code) {
  if (/(?<!\\)\\(?:\\\\)*[^\0-\x7f\\]|String\.raw`[^`]*[^`\0-\x7f]/.test(code))
    throw new Error('a character beyond ASCII follows a backslash, or is in a raw text, which a script cannot contain');
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * The groups whose code is stored. That of the service is not: it would differ between two builds, because it depends on when
 * V8 collects what the packages of the service have left. Even so, one script loads faster than a hundred modules.
 */
const STORED = Object.keys(GROUPS).filter((group) => group !== 'serve');

/** How often the code is stored until two in a row are the same. */
const MAX_TRIES = 6;

/**
 * Stores the code of the scripts until the same bytes come twice in a row, because what V8 compiles and notes about functions
 * may depend on time. If they never do, as with Node.js 26 beside much other work, the last ones are kept: they are right,
 * but another build may differ in them.
 */
function storeCodeTwice(root, folder) {
  let last = '';
  for (let i = 0; i < MAX_TRIES; i++) {
    const hash = createHash('sha256');
    storeCodeOnce(root, folder);
    for (const group of STORED) hash.update(readFileSync(join(folder, 'compiled', `${group}.code`)));
    const found = hash.digest('hex');
    if (found === last) return;
    last = found;
  }
  console.error(`note: V8 stored other code for the same scripts ${MAX_TRIES} times, so two builds may differ in it`);
}

function storeCodeOnce(root, folder) {
  for (const group of STORED) rmSync(join(folder, 'compiled', `${group}.code`), { force: true });
  // In a process of its own: with a fixed seed, V8 orders its tables in the same way, and with one thread it collects
  // garbage at the same places, so that two builds have the same bytes. V8 accepts the code in processes with any seed. The
  // environment decides which functions are called, and options of V8 in NODE_OPTIONS would become part of the code.
  execFileSync(process.execPath, ['--random-seed=1', '--single-threaded-gc', import.meta.filename, root, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH ?? '', TMPDIR: tmpdir(), TZ: 'UTC', LANG: 'C' },
  });
}

/** Lets a part name its exports in one object. To define them one by one takes four times as long. */
function nameExports(code) {
  return code.replace(
    /^var stdin_exports = \{\};\n__export\(stdin_exports, \{\n((?: {2}[\w$]+: \(\) => [\w$.]+,?\n)+)\}\);$/m,
    (_, members) =>
      `var stdin_exports = {\n${members.replace(/^ {2}([\w$]+): \(\) => ([\w$.]+)/gm, '  get $1() { return $2; }')}};`,
  );
}

/** Lets the import of a part that is loaded later return the promise of its module. */
function returnPromises(text) {
  // Its copy of the exports, with a mark for other bundlers, takes as long as to execute a part.
  const code = text.replace(/^var __toCommonJS = .*$/m, 'var __toCommonJS = (mod) => mod;');
  if (!code.includes('__toESM(require(')) return code;
  const helper = 'var __toESM = (mod, ';
  if (!code.includes(helper)) throw new Error('esbuild writes __toESM in another form');
  return code.replace(
    helper,
    'var __toESM = (mod, ...rest) => mod instanceof Promise || mod.isWhole === true ? mod : __toModule(mod, ...rest);\nvar __toModule = (mod, ',
  );
}

function findEntry(outputs, entryPoint) {
  const found = Object.keys(outputs).find((path) => outputs[path].entryPoint === entryPoint);
  if (found === undefined) throw new Error(`the build has no part for ${entryPoint}`);
  return found;
}

/** Returns a part and all parts that it imports at once. */
function closureOf(outputs, path, found = new Set()) {
  if (found.has(path)) return [...found];
  found.add(path);
  for (const { path: imported, kind, external } of outputs[path].imports)
    if (kind === 'import-statement' && external !== true) closureOf(outputs, imported, found);
  return [...found];
}

/** A spec that is read while the program is built: its usual parts. */
const SPEC = `name: payments
format: CSV
delimiter: ";"
fields:
  - { name: id, type: INTEGER, required: true }
  - { name: name, type: STRING }
  - { name: day, type: DATE }
  - { name: amount, type: DECIMAL, decimalSeparator: ",", groupSeparator: "." }
  - { name: currency, type: STRING }
  - { name: paid, type: BOOLEAN, trueValues: [ja], falseValues: [nein] }
correctionRules:
  - { ruleId: trim, field: name, correctionType: TRIM }
validationRules:
  - { ruleId: length, field: name, ruleType: MAX_LENGTH, value: 5, severity: WARNING }
  - { ruleId: known, field: currency, ruleType: ALLOWED_VALUES, value: [EUR, USD] }
`;

/** Executes a command, and stores the code of the scripts that it has loaded. */
async function storeCode(root, folder) {
  const data = mkdtempSync(join(tmpdir(), 'specmill-build-'));
  process.env.SPECMILL_STATE = join(data, 'state');
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
  mkdirSync(join(data, 'specs'));
  writeFileSync(join(data, 'specs', 'payments.yaml'), SPEC);
  // Few records, because the functions that are called in a long run depend on its time.
  const file = join(data, 'payments.csv');
  const lines = Array.from({ length: 40 }, (_, i) => `${i}; Anna ${i} ;2026-02-${10 + (i % 10)};1.234,50;EUR;ja\n`);
  writeFileSync(file, `id;name;day;amount;currency;paid\n${lines.join('')}`);
  const flags = ['--spec', 'payments', '--specs', join(data, 'specs'), '--data', data];
  process.argv = [process.execPath, 'specmill', 'validate', ...flags, file];
  const { loadedScripts } = await import(pathToFileURL(join(folder, 'specmill.js')).href);
  process.once('beforeExit', (exitCode) => {
    // Each record is right. Another exit code means that parts of the program were not executed, or are wrong.
    if (exitCode !== 0) throw new Error(`the program failed while it was built, with the exit code ${exitCode}`);
    for (const [name, script] of loadedScripts()) {
      const path = join(folder, 'compiled', name);
      const code = script.createCachedData();
      const checksum = createHash('sha256')
        .update(readFileSync(`${path}.cjs`))
        .update(code)
        .digest();
      writeFileSync(`${path}.code`, Buffer.concat([checksum, code]));
    }
  });
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename)
  await storeCode(process.argv[2], process.argv[3]);
