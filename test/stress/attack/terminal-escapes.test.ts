/** Escape sequences in names, headers and values never reach the terminal, and sensitive values are masked. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createWorkplace } from '../../runtime/specmill.ts';

const SPEC = `
name: escapes
format: CSV
delimiter: ","
fields:
  - { name: id, type: STRING, columnName: id }
  - { name: n, type: INTEGER, columnName: n }
  - { name: iban, type: INTEGER, columnName: iban, sensitive: true }
`;
/** ESC [ 2 J, a title of the window that BEL ends, CSI as one character, and a mark that reverses the direction. */
const FILE = `id,n,iban\n\x1b[31mred\x1b]0;title\x07,\x1b[2Jx,CANARY-1\n\x9b31mq,y\u202ez,CANARY-2\n`;

for (const form of ['', '--explain', '--json']) {
  test(`validate ${form} prints no escape sequence and no sensitive value`, () => {
    const at = createWorkplace();
    at.write('escapes.yaml', SPEC);
    at.write('f\x1b[31m.csv', FILE);
    const args = ['validate', '--spec', at.path('escapes.yaml'), ...(form === '' ? [] : [form]), 'f\x1b[31m.csv'];
    const { code, stdout, stderr } = at.call(args);
    at.remove();
    assert.is(code, 1, stderr);
    assert.ok(stdout.includes('iban'), stdout);
    // Line feeds are the only control characters.
    assert.not.match(stdout + stderr, /[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    assert.not.match(stdout + stderr, /CANARY/);
  });
}

test.run();
