import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import type { ProcessingResult } from '../../../runtime/base/model/result.ts';
import { csvFile, eventually, formOf, type Service, startService } from '../../runtime/service.ts';
import { createWorkplace, type Workplace } from '../../runtime/specmill.ts';

const test = suite<{ at: Workplace }>('a repository of specs');

test.before((context) => {
  context.at = createWorkplace();
});
test.after(({ at }) => at.remove());

const FILE = 'id,amount,currency\na,0.50,EUR\nb,2.00,USD\nc,x,EUR\nd,7.00,GBP\n';
const ORDERS = `name: orders
format: CSV
messageKey: [id]
fields:
  - { name: id, type: STRING, required: true }
  - { name: amount, type: DECIMAL }
validationRules:
  - { ruleId: least, field: amount, ruleType: MIN_VALUE, value: "0.01", severity: ERROR }
`;

/** One commit: a change of a file in the specs folder (null: removal), and the expected `diff`. */
interface Commit {
  readonly what: string;
  readonly file: string;
  readonly edit: ((text: string) => string) | null;
  readonly expected: readonly string[];
  /** The number of sample records that change; null if the spec has errors. */
  readonly changed: number | null;
}

const change =
  (from: string, to: string) =>
  (text: string): string => {
    assert.ok(text.includes(from), from);
    return text.replace(from, to);
  };

const COMMITS: readonly Commit[] = [
  {
    what: 'the first spec',
    file: 'orders.yaml',
    edit: () => ORDERS,
    expected: ['spec_added input compatible'],
    changed: 0,
  },
  {
    what: 'orders are larger',
    file: 'orders.yaml',
    edit: change('"0.01"', '"1"'),
    expected: ['rule_operand_changed verdict breaking'],
    changed: 1,
  },
  {
    what: 'small orders are a warning instead of an error',
    file: 'orders.yaml',
    edit: change('severity: ERROR', 'severity: WARNING'),
    expected: ['rule_severity_lowered verdict compatible'],
    changed: 1,
  },
  {
    what: 'a description',
    file: 'orders.yaml',
    edit: change('format: CSV', 'description: Orders of the shop\nformat: CSV'),
    expected: ['description_changed verdict neutral'],
    changed: 0,
  },
  {
    what: 'the currency',
    file: 'orders.yaml',
    edit: change('type: DECIMAL }', 'type: DECIMAL }\n  - { name: currency, type: STRING }'),
    expected: ['field_added input breaking', 'field_added message compatible'],
    // The third record has a FATAL issue, so it has no message.
    changed: 3,
  },
  {
    what: 'a typing error',
    file: 'orders.yaml',
    edit: change('currency, type: STRING', 'currency, type: STRNG'),
    expected: [],
    changed: null,
  },
  {
    what: 'the typing error corrected, and a list',
    file: 'orders.yaml',
    edit: (text) =>
      `${change('STRNG', 'STRING')(text)}  - { ruleId: known, field: currency, ruleType: ALLOWED_VALUES, value: [EUR, USD], severity: ERROR }\n`,
    expected: [],
    changed: null,
  },
  {
    what: 'one currency more',
    file: 'orders.yaml',
    edit: change('[EUR, USD]', '[EUR, USD, GBP]'),
    expected: ['rule_operand_changed verdict compatible'],
    changed: 1,
  },
  {
    what: 'the key becomes sensitive',
    file: 'orders.yaml',
    edit: change('required: true }', 'required: true, sensitive: true }'),
    expected: ['sensitive_added verdict neutral'],
    changed: 0,
  },
  {
    what: 'a second spec',
    file: 'returns.yaml',
    edit: () => ORDERS.replace('orders', 'returns'),
    expected: ['spec_added input compatible'],
    changed: 0,
  },
  { what: 'none again', file: 'returns.yaml', edit: null, expected: ['spec_removed input breaking'], changed: 0 },
];

interface Report {
  breaking: boolean;
  changes: { code: string; axis: string; grade: string }[];
  samples: { file: string; records: number; changed: number }[];
}

test('diff and a running service follow more than ten commits', async ({ at }) => {
  const git = (...args: string[]) =>
    execFileSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args],
      { cwd: at.folder, encoding: 'utf8' },
    );
  git('init', '-q');
  at.write('specs/orders/day.csv', FILE);
  git('add', 'specs');
  git('commit', '-q', '-m', 'a sample');
  let service: Service | null = null;
  let sound = '';
  for (const commit of COMMITS) {
    apply(at, commit);
    // Before the commit, the state is compared with HEAD; after it, with the commit before.
    if (commit === COMMITS[1]) checkDifference(at, commit, 'HEAD');
    git('add', '-A', 'specs');
    git('commit', '-q', '-m', commit.what);
    checkDifference(at, commit, 'HEAD~1');
    const judged = at.call(['validate', '--spec', 'orders', 'specs/orders/day.csv', '--json']);
    // A state with errors is reported, and the previous one stays in use.
    if (judged.stdout !== '') sound = shownOf(JSON.parse(judged.stdout) as ProcessingResult);
    service ??= await startService(at);
    const { fetch } = service;
    await eventually(async () => (await judgedBy(fetch)) === sound);
    assert.is(
      judged.stdout === '',
      (await (await fetch('//health/ready')).text()).includes('unknown_value'),
      commit.what,
    );
  }
  assert.equal((JSON.parse(at.call(['diff', 'HEAD', '--format', 'json']).stdout) as Report).changes, []);
  await service?.stop();
});

function apply(at: Workplace, { file, edit }: Commit): void {
  const path = at.path(`specs/${file}`);
  if (edit === null) return rmSync(path);
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    // It is new.
  }
  at.write(`specs/${file}`, edit(text));
}

/** Checks what diff reports since a revision: the changes, and the differences in the sample beside the spec. */
function checkDifference(at: Workplace, { what, expected, changed }: Commit, revision: string): void {
  const { code, stdout, stderr } = at.call(['diff', revision, '--format', 'json', '--fail-on', 'breaking']);
  if (changed === null) {
    assert.is(code, 1, what);
    assert.match(stderr, /unknown_value/);
    return;
  }
  const { breaking, changes, samples } = JSON.parse(stdout) as Report;
  assert.equal(
    changes.map(({ code: kind, axis, grade }) => `${kind} ${axis} ${grade}`),
    expected,
    what,
  );
  assert.equal([breaking, code], [expected.some((one) => one.endsWith(' breaking')), breaking ? 1 : 0], what);
  assert.is(
    samples.reduce((sum, sample) => sum + sample.changed, 0),
    changed,
    what,
  );
}

async function judgedBy(fetch: Service['fetch']): Promise<string> {
  const response = await fetch('/transform/validate', {
    method: 'POST',
    body: formOf({ specId: gitSpecId('orders'), file: csvFile(FILE) }),
  });
  return response.status === 200 ? shownOf((await response.json()) as ProcessingResult) : response.text();
}

/** Returns the part of a result that must be the same in every program. */
function shownOf({ specVersion, issueCounts, warnings, totalRecords, failedRecords }: ProcessingResult): string {
  return JSON.stringify({ specVersion, issueCounts, warnings, totalRecords, failedRecords });
}

test.run();
