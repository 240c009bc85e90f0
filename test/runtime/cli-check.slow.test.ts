import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from './specmill.ts';

const GOOD = 'name: good\nformat: CSV\nfields:\n  - { name: a, type: STRING }\n';
/** An unknown key whose name is what a workflow command must escape. */
const WRONG = `name: wrong\nformat: CSV\nfields:\n  - { name: a, type: STRIN }\n"100%,\\r\\n::error::x": 1\n`;

const test = suite<{ at: Workplace }>('check --format');

test.before((context) => {
  context.at = createWorkplace();
  context.at.write('specs/good.yaml', GOOD);
  context.at.write('specs/wrong, 100%.yaml', WRONG);
});
test.after(({ at }) => at.remove());

interface Found {
  code: string;
  message: string;
  hint: string | null;
  line: number;
  column: number;
  length?: number;
  path: string;
  severity: string;
}

const jsonOf = (at: Workplace) =>
  JSON.parse(at.call(['check', '--format', 'json']).stdout) as {
    valid: boolean;
    specs: { path: string; valid: boolean; diagnostics: Found[] }[];
  };

test('json: all specs with their diagnostics', ({ at }) => {
  const { code, stderr } = at.call(['check', '--format', 'json']);
  assert.is(code, 1);
  assert.match(stderr, /^2 specs checked: \d+ errors/);
  const { valid, specs } = jsonOf(at);
  assert.equal(
    [valid, specs.map((spec) => [spec.path, spec.valid])],
    [
      false,
      [
        ['specs/good.yaml', true],
        ['specs/wrong, 100%.yaml', false],
      ],
    ],
  );
  const found = specs[1]?.diagnostics.find(({ code: one }) => one === 'unknown_value');
  assert.equal([found?.line, found?.severity, found?.path], [4, 'error', '/fields/0/type']);
});

test('github: one workflow command per diagnostic, which no text can leave', ({ at }) => {
  const { code, stdout } = at.call(['check', '--format', 'github']);
  assert.is(code, 1);
  const lines = stdout.trimEnd().split('\n');
  const diagnostics = jsonOf(at).specs.flatMap((spec) => spec.diagnostics);
  assert.is(lines.length, diagnostics.length);
  for (const line of lines)
    assert.match(
      line,
      /^::(error|warning) file=specs\/wrong%2C 100%25\.yaml,line=\d+,col=\d+(,endColumn=\d+)?,title=specmill \w+::[^\r\n]+$/,
    );
  const type = lines.find((line) => line.includes('unknown_value')) ?? '';
  assert.match(type, /line=4,col=\d+,endColumn=\d+,title=specmill unknown_value::"STRIN" is not one of STRING/);
  assert.match(stdout, /100%25,/);
  assert.is(at.call(['check', 'good', '--format', 'github']).stdout, '');
});

test('sarif: a log of version 2.1.0 with every diagnostic at its place', ({ at }) => {
  const { code, stdout } = at.call(['check', '--format', 'sarif']);
  assert.is(code, 1);
  const log = JSON.parse(stdout);
  assert.equal([log.version, log.$schema], ['2.1.0', 'https://json.schemastore.org/sarif-2.1.0.json']);
  assert.is(log.runs.length, 1);
  const [{ tool, columnKind, results }] = log.runs;
  assert.equal([tool.driver.name, columnKind], ['specmill', 'utf16CodeUnits']);
  assert.match(tool.driver.version, /^\d+\.\d+\.\d+/);
  const ids = tool.driver.rules.map(({ id }: { id: string }) => id);
  assert.is(new Set(ids).size, ids.length, 'rules are unique');
  const diagnostics = jsonOf(at).specs.flatMap((spec) => spec.diagnostics);
  assert.is(results.length, diagnostics.length);
  results.forEach((result: (typeof results)[number], index: number) => {
    const { code: ruleId, line, column, length, message, severity } = diagnostics[index] ?? ({} as Found);
    assert.equal([result.ruleId, ids[result.ruleIndex], result.level], [ruleId, ruleId, severity]);
    assert.ok(result.message.text.startsWith(message));
    const [{ physicalLocation }] = result.locations;
    assert.is(physicalLocation.artifactLocation.uri, 'specs/wrong%2C%20100%25.yaml');
    assert.equal(physicalLocation.region, {
      startLine: line,
      startColumn: column,
      ...(length === undefined ? {} : { endColumn: column + length }),
    });
  });
  const good = JSON.parse(at.call(['check', 'good', '--format', 'sarif']).stdout);
  assert.equal(good.runs[0].results, []);
});

test('sarif: a spec outside the current folder has a file URI', ({ at }) => {
  const outside = createWorkplace();
  const path = outside.write('a b.yaml', WRONG);
  const log = JSON.parse(at.call(['check', path, '--format', 'sarif']).stdout);
  const { uri } = log.runs[0].results[0].locations[0].physicalLocation.artifactLocation;
  assert.match(uri, /^file:\/\/\/.*\/a%20b\.yaml$/);
  outside.remove();
});

test('another format is wrong usage', ({ at }) => {
  const { code, stderr } = at.call(['check', '--format', 'sarf']);
  assert.is(code, 2);
  assert.match(stderr, /--format takes one of text, github, sarif, json, not "sarf"[^]*did you mean sarif\?/);
});

test('--cost: the fields that are read from text, with the reasons', ({ at }) => {
  const amount = '  - { name: amount, type: DECIMAL }\n';
  const swap = '{ ruleId: swap, field: a, correctionType: REGEX_REPLACE, pattern: "(a)(b)", replacement: "$2$1" }';
  at.write(
    'costly.yaml',
    `name: costly\nformat: CSV\nfields:\n  - { name: a, type: STRING }\n${amount}correctionRules:\n  - ${swap}\n`,
  );
  const { code, stdout } = at.call(['check', '--cost', 'costly.yaml']);
  assert.is(code, 0);
  assert.match(stdout, '1 of 2 fields read from bytes\n  a is read from text: the correction REGEX_REPLACE\n');
  const json = JSON.parse(at.call(['check', '--cost', '--format', 'json', 'costly.yaml']).stdout) as {
    specs: { cost: unknown }[];
  };
  assert.equal(json.specs[0]?.cost, {
    slow: null,
    fields: 2,
    careful: [{ name: 'a', reasons: ['the correction REGEX_REPLACE'] }],
  });
  assert.is(at.call(['check', '--cost', '--format', 'sarif', 'costly.yaml']).code, 2);
});

test.run();
