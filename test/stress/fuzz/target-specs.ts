import * as assert from 'node:assert/strict';
import { compile, readAndCheck } from '../../../compiler/index.ts';
import type { SpecModule } from '../../../compiler/kernel/model/contract.ts';
import { checkBatches } from '../../readers/parity/compare.ts';
import { transform } from '../../readers/parity/run-module.ts';
import { readCorpus } from './corpus.ts';
import { mutate } from './mutate.ts';
import type { Target } from './target.ts';
import { specTokens } from './tokens.ts';

/** Creates the target of mutated spec texts, which result in diagnostics or in a module that reads the sample file. */
export async function createTarget(): Promise<Target> {
  const corpus = readCorpus();
  const texts = new Map(
    corpus.map(({ name, spec: { text, syntax }, bytes }) => [
      name,
      { text: new TextEncoder().encode(text), syntax, bytes },
    ]),
  );
  const entryOf = (name: string) => texts.get(name) ?? assert.fail(name);
  const tokens = specTokens();
  return {
    make(random) {
      const { name } = random.pick(corpus);
      const other = entryOf(random.pick(corpus).name).text;
      return { origin: name, bytes: mutate(entryOf(name).text, random, { tokens, other }), random };
    },
    revive: (origin, bytes) => ({
      origin,
      bytes,
      random: { below: () => 0, oneIn: () => true, pick: (list) => list[0] },
    }),
    async judge({ origin, bytes, random }) {
      const { syntax, bytes: file } = entryOf(origin);
      const input = { text: new TextDecoder().decode(bytes), path: `fuzz.${syntax}`, syntax };
      const { spec, diagnostics } = readAndCheck(input);
      assert.equal(
        spec === null,
        diagnostics.some(({ severity }) => severity === 'error'),
        'the diagnostics contain no error',
      );
      // Compiling takes ten times as long as checking.
      if (spec === null || !random.oneIn(16)) return;
      const { module } = await compile(input);
      const loaded = (await import(
        `data:text/javascript;base64,${Buffer.from(module?.esm ?? assert.fail('no module')).toString('base64')}`
      )) as SpecModule;
      checkBatches(transform(loaded, [file.slice()], { today: '2024-02-29' }), 1000);
    },
  };
}
