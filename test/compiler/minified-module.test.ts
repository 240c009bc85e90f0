import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compile } from '../../compiler/index.ts';
import type { SpecModule } from '../../compiler/kernel/model/contract.ts';

const ANNOTATIONS = '@__NO_SIDE_EFFECTS__ #__PURE__ @__PURE__ #__NO_SIDE_EFFECTS__ @preserve';

/** Texts of a spec occur in comments of its module. A bundler must not obey them. */
const SPEC = `name: minified
description: "/* ${ANNOTATIONS} */"
format: CSV
messageKey: ["${ANNOTATIONS}"]
fields:
  - { name: "${ANNOTATIONS}", type: STRING, columnName: id }
  - { name: "#__PURE__", type: INTEGER, columnName: n }
correctionRules:
  - { ruleId: "@__NO_SIDE_EFFECTS__", field: "#__PURE__", correctionType: TRIM }
validationRules:
  - { ruleId: "#__PURE__", field: "#__PURE__", ruleType: MAX_VALUE, value: "5", message: "${ANNOTATIONS}" }
  - { ruleId: kinds, field: "${ANNOTATIONS}", ruleType: ALLOWED_VALUES, value: ["#__PURE__", a] }
`;
const FILE = 'id,n\n#__PURE__, 1\na,9\nb,x\n';

async function load(esm: string): Promise<SpecModule> {
  // The text is a module that this test has compiled.
  return (await import(`data:text/javascript;base64,${Buffer.from(esm).toString('base64')}`)) as SpecModule;
}

function read(module: SpecModule): unknown {
  const transformer = module.createTransformer({ skipInvalidRecords: true, today: '2024-01-01' });
  return [...transformer.push(Buffer.from(FILE)), ...transformer.end()].map(
    ({ bytes, keys, recordIssues, records }) => [
      Buffer.from(bytes).toString(),
      Buffer.from(keys).toString(),
      recordIssues,
      records,
    ],
  );
}

test('a module bundled with --minify reads the same, whatever the texts of its spec are', async () => {
  const { module, diagnostics } = await compile({ path: 'minified.yaml', text: SPEC, syntax: 'yaml' });
  assert.ok(module, JSON.stringify(diagnostics));
  const { esm } = module;
  const { outputFiles } = await build({
    stdin: { contents: esm, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    treeShaking: true,
  });
  const minified = outputFiles[0]?.text ?? '';
  assert.ok(minified.length > 0 && minified.length < esm.length);
  const expected = read(await load(esm));
  assert.equal(read(await load(minified)), expected);
  assert.match(JSON.stringify(expected), /MAX_VALUE.*TYPE_MISMATCH/);
});

test.run();
