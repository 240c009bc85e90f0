import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace, type Workplace } from './specmill.ts';

const test = suite<{ at: Workplace }>('help, version and completion');

test.before((context) => {
  context.at = createWorkplace();
  for (const name of ['orders', 'other', '$(touch ran)']) context.at.write(`specs/${name}.yaml`, '');
  context.at.write('completion.bash', context.at.call(['completion', 'bash']).stdout);
});
test.after(({ at }) => at.remove());

test('help COMMAND prints the same as COMMAND --help', ({ at }) => {
  const { code, stdout, stderr } = at.call(['help', 'validate']);
  assert.equal([code, stderr], [0, '']);
  assert.match(stdout, /^usage: specmill validate --spec S/);
  for (const call of [
    ['validate', '--help'],
    ['validate', '-h'],
    ['help', 'validate', '--help'],
  ])
    assert.is(at.call(call).stdout, stdout);
  for (const call of [['help'], ['--help'], ['-h'], ['help', 'help']])
    assert.match(at.call(call).stdout, /^specmill compiles/);
});

test('help suggests a command for a misspelt one', ({ at }) => {
  const { code, stderr } = at.call(['help', 'valdate']);
  assert.equal([code, /did you mean validate\?/.test(stderr)], [2, true]);
  assert.is(at.call(['help', 'check', 'compile']).code, 2);
  assert.match(at.call(['hlep']).stderr, /did you mean help\?/);
  assert.match(at.call(['--json']).stderr, /--json is not a command[^]*the command comes first/);
  assert.match(at.call(['validate', '--jsn']).stderr, /did you mean --json\?/);
});

test('-v prints the version', ({ at }) => {
  assert.match(at.call(['-v']).stdout, /^\d+\.\d+\.\d+\n$/);
  assert.is(at.call(['--version']).stdout, at.call(['-v']).stdout);
});

/** What bash offers for a line whose last word is being typed. */
function complete(at: Workplace, line: string, env = ''): string[] {
  const words = line
    .split(' ')
    .flatMap((word) => word.split(/(=)/))
    .map((word) => `'${word}'`);
  const { stdout, stderr } = at.shell(
    `${env} source ./completion.bash; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _specmill; printf '%s\\n' "\${COMPREPLY[@]}"`,
  );
  assert.is(stderr, '');
  return stdout.split('\n').filter((word) => word !== '');
}

test('bash completes commands, flags, values and specs', ({ at }) => {
  assert.equal(complete(at, 'specmill va'), ['validate', 'vault']);
  assert.ok(complete(at, 'specmill ').includes('completion'));
  assert.equal(complete(at, 'specmill diff --form'), ['--format']);
  assert.equal(complete(at, 'specmill diff --format '), ['text', 'json', 'markdown']);
  assert.equal(complete(at, 'specmill diff --format=m'), ['markdown']);
  assert.equal(complete(at, 'specmill transform --delivery e'), ['exactly-once']);
  assert.equal(complete(at, 'specmill validate --spec or'), ['orders']);
  assert.equal(complete(at, 'specmill check o'), ['orders', 'other']);
  assert.equal(complete(at, 'specmill help com'), ['compile', 'completion']);
});

test('an empty reply makes bash offer files', ({ at }) => {
  assert.equal(complete(at, 'specmill validate or'), []);
  assert.equal(complete(at, 'specmill transform --out '), []);
  assert.match(at.call(['completion', 'bash']).stdout, /complete -o default -F _specmill specmill\n$/);
});

test('bash does not run the name of a spec', ({ at }) => {
  assert.equal(complete(at, 'specmill check '), ['orders', 'other']);
  assert.is(at.shell('test -e ran').code, 1);
});

test('the scripts of zsh and fish name every command and flag', ({ at }) => {
  const names = at
    .call(['help'])
    .stdout.split('\n')
    .flatMap((line) => /^ {2}(\w+) {2}/.exec(line)?.[1] ?? []);
  assert.ok(names.length > 10);
  const zsh = at.call(['completion', 'zsh']).stdout;
  const fish = at.call(['completion', 'fish']).stdout;
  for (const name of names) {
    assert.match(zsh, new RegExp(`^ {4}${name}\\) _arguments '--`, 'm'));
    assert.match(fish, new RegExp(`-a ${name} -d '`));
    for (const [, flag] of at.call(['help', name]).stdout.matchAll(/^ {2}--([a-z-]+)/gm)) {
      assert.match(zsh, new RegExp(`^ {4}${name}\\) .*'--${flag}=?\\[`, 'm'));
      assert.match(fish, new RegExp(`from ${name}' -l ${flag} `));
    }
  }
});

test('completion for another shell is wrong usage', ({ at }) => {
  assert.match(at.call(['completion', 'bsh']).stderr, /takes one of bash, zsh, fish[^]*did you mean bash\?/);
  assert.is(at.call(['completion']).code, 2);
});

test.run();
