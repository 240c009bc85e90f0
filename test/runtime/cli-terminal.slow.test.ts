import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { widthOf } from '../../runtime/cli/format/terminal.ts';
import { skipIf } from '../support/skip.ts';
import { cacheFakeModule, createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('on a terminal');

test.before.each(async (context) => {
  context.at = createWorkplace();
  await cacheFakeModule(context.at);
});
test.after.each(({ at }) => at.remove());

/** Runs a shell line in a terminal of 60 columns (script(1)) and returns what it shows. */
function see(at: Workplace, line: string): string {
  at.write('line.sh', `stty cols 60; ${line}\n`);
  return at.shell('script -qec "bash line.sh" /dev/null < /dev/null').stdout;
}

const isThere = createWorkplace();
const hasScript = isThere.shell('script --version').code === 0;
isThere.remove();
const onTerminal = skipIf(hasScript ? null : 'script(1) of util-linux is not installed', test);

onTerminal('progress is shown on the terminal during the run and removed afterwards', ({ at }) => {
  at.write('many.txt', 'W line of some length\n'.repeat(200_000));
  const seen = see(at, 'specmill validate --spec fake many.txt --json > result.json');
  const shown = seen.split('\r').filter((line) => line.includes('█'));
  assert.ok(shown.length > 0, 'a bar was shown');
  assert.ok(shown.every((line) => widthOf(line.replace('\x1b[K', '')) < 60));
  assert.match(shown.at(-1) ?? '', /^many\.txt {2}█+░* \d+% {2}[\d.]+ [kM]B of 4\.4 MB/);
  assert.match(seen, /\r\x1b\[K$/);
  assert.is(
    (JSON.parse(readFileSync(at.path('result.json'), 'utf8')) as { totalRecords: number }).totalRecords,
    200_000,
  );
});

onTerminal('no progress where stderr is no terminal', ({ at }) => {
  at.write('many.txt', 'line of some length\n'.repeat(200_000));
  const seen = see(at, 'specmill validate --spec fake many.txt 2> aside');
  assert.not.match(seen, /█/);
  assert.is(readFileSync(at.path('aside'), 'utf8'), '');
});

onTerminal('the table is coloured and fits the terminal; NO_COLOR removes the colours', ({ at }) => {
  at.write('a.txt', `E ${'long '.repeat(30)}\nF b\nc\n`);
  const seen = see(at, 'specmill validate --spec fake a.txt');
  assert.match(seen, /\x1b\[31mERROR\x1b\[0m/);
  const lines = seen.replace(/\x1b\[\d*[mK]/g, '').split(/\r?\n/);
  // The verdict is a sentence: the terminal wraps it.
  assert.ok(lines.filter((line) => !line.includes('records:')).every((line) => widthOf(line) <= 60));
  assert.not.match(see(at, 'NO_COLOR=1 specmill validate --spec fake a.txt'), /\x1b\[\d+m/);
});

onTerminal('check is coloured; NO_COLOR and a pipe take the colours', ({ at }) => {
  at.write('specs/wrong.yaml', 'name: wrong\nformat: CSV\nfields: []\n');
  at.write('specs/good.yaml', 'name: good\nformat: CSV\nfields:\n  - { name: a, type: STRING }\n');
  const seen = see(at, 'specmill check wrong good');
  assert.match(seen, /\x1b\[1mspecs\/wrong\.yaml:3:9 \x1b\[0m\x1b\[31mtoo_few_items\x1b\[0m: /);
  assert.match(seen, /\x1b\[31m\^+\x1b\[0m/);
  assert.match(seen, /good\.yaml is \x1b\[32mvalid\x1b\[0m/);
  const plain = at.call(['check', 'wrong', 'good']);
  assert.is(seen.replace(/\x1b\[\d*m/g, '').replaceAll('\r', ''), plain.stdout + plain.stderr);
  assert.not.match(plain.stdout + see(at, 'NO_COLOR=1 specmill check wrong good'), /\x1b/);
});

test.run();
