/** The documents of `docs --asyncapi` and `--odcs` are valid against the JSON Schemas that the standards publish. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDataContract, readAndCheck } from '../../../compiler/index.ts';
import { isEncodable } from '../../../compiler/pipeline/2-check/encoder.ts';
import { describeMessages, type Publishing } from '../../../runtime/cli/asyncapi/describe-messages.ts';
import { gitSpecId } from '../../../runtime/state/registry/spec/spec-id.ts';
import { createWorkplace } from '../../runtime/specmill.ts';
import { loadModule } from '../../support/load-module.ts';
import { skipIf } from '../../support/skip.ts';
import { findCases, findSpecSamples } from '../../samples/sample.ts';
import { findTools } from './install.ts';

const tools = findTools();
const test = suite('contracts for other tools');
const testWithTools = skipIf(tools === null ? 'needs Python, PyPI and npm: run npm run test:openapi' : null, test);
const root = join(import.meta.dirname, '../../..');
const PUBLISHING: Publishing = {
  topic: 'records',
  deadLetterTopic: 'rejected',
  cloudevents: 'structured',
  connection: { brokers: ['one:9092', 'two:9092'], isEncrypted: true, sasl: 'scram-sha-512' },
  registry: null,
  namespace: null,
};
const NOWHERE: Publishing = {
  ...{ topic: null, deadLetterTopic: null, cloudevents: 'binary', connection: null },
  ...{ registry: null, namespace: null },
};
const IN_AVRO: Publishing = {
  ...{ ...PUBLISHING, topic: 'avro', cloudevents: 'binary', namespace: 'com.example' },
  registry: { url: 'http://registry.example:8081', keyFormat: 'avro' },
};

testWithTools(
  'the documents of all examples, and of every twentieth sample, are valid, and a wrong one is not',
  async () => {
    const at = createWorkplace();
    try {
      mkdirSync(at.path('documents'));
      const examples = findSpecSamples(join(root, 'specs'));
      const cases = findCases(join(root, 'test/samples')).filter((_, index) => index % 20 === 0);
      for (const [index, { spec: input }] of [...examples, ...cases].entries()) await writeDocuments(input, index);
      const { code, output } = validate();
      assert.is(code, 0, output);
      assert.ok(readdirSync(at.path('documents')).length > 60);
      for (const standard of ['asyncapi', 'odcs']) writeFileSync(at.path(`documents/wrong.${standard}.json`), '{}');
      const wrong = validate();
      assert.is(wrong.code, 1);
      assert.match(wrong.output, /wrong\.asyncapi[^]*wrong\.odcs/);
    } finally {
      at.remove();
    }

    async function writeDocuments(input: Parameters<typeof readAndCheck>[0], index: number): Promise<void> {
      const { spec } = readAndCheck(input);
      if (spec === null) return;
      const { spec: info } = await loadModule(input);
      const path = at.path(`documents/${index}-${basename(input.path)}`);
      writeFileSync(`${path}.odcs.json`, JSON.stringify(createDataContract(spec, gitSpecId(spec.name))));
      for (const publishing of [PUBLISHING, NOWHERE]) {
        const document = describeMessages(spec, info, publishing);
        writeFileSync(`${path}-${publishing.topic}.asyncapi.json`, JSON.stringify(document));
      }
      if (!isEncodable(spec, 'AVRO')) return;
      const { spec: avro } = await loadModule({ ...input, encoder: 'AVRO' });
      writeFileSync(`${path}-avro.asyncapi.json`, JSON.stringify(describeMessages(spec, avro, IN_AVRO)));
    }

    function validate(): { code: number | null; output: string } {
      if (tools === null) throw new Error('there are no tools');
      copyFileSync(join(import.meta.dirname, 'validate_contracts.py'), at.path('validate_contracts.py'));
      const args = [at.path('documents'), join(tools.folder, 'npm')];
      return tools.run('validate_contracts', args, { folder: at.folder, env: {} });
    }
  },
);

test.run();
