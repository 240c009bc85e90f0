import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { check } from '../../compiler/index.ts';
import { loadModule } from '../support/load-module.ts';

/** A recipe of specs/RECIPES.md: its title, and its blocks of code. */
interface Recipe {
  readonly title: string;
  readonly spec: string;
  readonly file: string;
  /** The reference table `currencies`. Undefined: the recipe has none. */
  readonly table: string | undefined;
  /** One line per event: its JSON, after its key if it has one. */
  readonly events: string;
}

const text = readFileSync(join(import.meta.dirname, '../../specs/RECIPES.md'), 'utf8');

const recipes = text
  .split(/^## /m)
  .slice(1)
  .map((section): Recipe => {
    const [title = ''] = section.split('\n', 1);
    const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)];
    const table = blocks.find(([, language]) => language === 'text')?.[2];
    const [spec, file, events] = blocks.flatMap(([, language, content = '']) => (language === 'text' ? [] : [content]));
    if (
      blocks.length !== (table === undefined ? 3 : 4) ||
      spec === undefined ||
      file === undefined ||
      events === undefined
    )
      throw new Error(`the recipe "${title}" does not have a spec, a file and its events`);
    return { title, spec, file, table, events };
  });

for (const { title, spec, file, table, events } of recipes) {
  for (const fast of [true, false])
    test(`${title}, ${fast ? 'fast' : 'careful'}`, async () => {
      const input = { text: spec, path: 'recipe.yaml', syntax: 'yaml', expectedName: 'recipe' } as const;
      assert.equal(
        check(input).filter(({ severity }) => severity === 'error'),
        [],
      );
      const module = await loadModule(input);
      const transformer = module.createTransformer({
        fast,
        fileName: 'recipe.csv',
        ...(table !== undefined && { reference: { currencies: new TextEncoder().encode(table) } }),
      });
      const batches = [...transformer.push(new TextEncoder().encode(file)), ...transformer.end()];
      const decoder = new TextDecoder();
      const found = batches.flatMap(({ bytes, ends, keys, keyEnds }) =>
        Array.from(ends, (end, at) => {
          const key = decoder.decode(keys.subarray(keyEnds[at - 1] ?? 0, keyEnds[at]));
          return `${key === '' ? '' : `${key} `}${decoder.decode(bytes.subarray(ends[at - 1] ?? 0, end))}\n`;
        }),
      );
      assert.is(found.join(''), events);
    });
}

test('the page has recipes', () => {
  assert.ok(recipes.length >= 10);
});

test.run();
