import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bundleModule } from '../../compiler/pipeline/5-bundle/bundle.ts';

/** A module that declares a constant, a variable, and names that the kernel also declares. */
const SOURCE = `import { toInteger } from 'specmill/kernel';
export const limit = 3;
export let count = 0;
const table = [1, 2, 3];
let begun = false;
export function read(text: string): string | null {
  count += table.length;
  begun = !begun;
  return begun ? toInteger(text) : null;
}
`;

test('a bundle declares the constants of modules with const, and their variables with var or let', async () => {
  const esm = await bundleModule(SOURCE, 'constants');
  assert.match(esm, /^const limit = 3;/m);
  assert.match(esm, /^const table = \[1, 2, 3\];/m);
  assert.match(esm, /^(?:var|let) count = 0;/m);
  assert.match(esm, /^(?:var|let) begun = false;/m);
  assert.not.match(esm, /^var limit/m);
});

test('a name that one module declares with const and another with let stays a variable', async () => {
  const fast = `let limit = 1;\nexport function fastReader() { return (limit += 1); }\n`;
  const source = `import { fastReader } from './constants.fast.ts';\nexport const limit = 3;\nexport const next = fastReader;\n`;
  const esm = await bundleModule(source, 'constants', fast);
  assert.not.match(esm, /^const limit\d* = /m);
  const module = (await import(`data:text/javascript,${encodeURIComponent(esm)}`)) as { next(): number; limit: number };
  assert.is(module.next(), 2);
  assert.is(module.limit, 3);
});

test.run();
