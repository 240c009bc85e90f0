/** A field of an enclosing XML element that comes after the first record inside it ends the run: it is never null. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Batch, Failure, SpecModule } from '../../../../compiler/kernel/model/contract.ts';
import { loadModule } from '../../../support/load-module.ts';
import { summarizeBatches } from '../read-result.ts';
import { cutChunks, transform } from '../run-module.ts';

const SPEC = {
  name: 'statements',
  format: 'XML',
  recordTypes: [
    {
      name: 'statement',
      when: { path: '/all/statement' },
      fields: [
        { name: 'id', type: 'STRING', columnName: '@id' },
        { name: 'note', type: 'STRING', columnName: 'end/note' },
        { name: 'mark', type: 'STRING', columnName: 'end/@mark' },
      ],
    },
    {
      name: 'entry',
      in: 'statement',
      when: { path: '/all/statement/list/entry' },
      fields: [{ name: 'amount', type: 'DECIMAL', columnName: 'amount' }],
    },
  ],
};

const load = (spec: object): Promise<SpecModule> =>
  loadModule({ text: JSON.stringify(spec), path: 'statements.json', syntax: 'json' });

interface Read {
  messages: string[];
  failure: Failure | null;
}

const resultOf = (batches: readonly Batch[]): Read => ({
  messages: summarizeBatches(batches).messages,
  failure: batches.at(-1)?.failure ?? null,
});

/** Reads a document in chunks of a size. Checks that the rest after each batch is read alike. */
function read(module: SpecModule, text: string, size = 1000): Read {
  const bytes = new TextEncoder().encode(text);
  const options = { today: '2024-02-29', batchRecords: 1 };
  const batches = transform(module, cutChunks(bytes, [size]), options);
  for (const [at, { next }] of batches.slice(0, -1).entries()) {
    const from = JSON.parse(JSON.stringify(next)) as typeof next;
    const rest = transform(module, cutChunks(bytes.slice(from.byteOffset), [size]), { ...options, from });
    assert.equal(resultOf([...batches.slice(0, at + 1), ...rest]), resultOf(batches), `resumed after batch ${at}`);
  }
  return resultOf(batches);
}

const ENTRY = '<entry><amount>1</amount></entry>';
const document = (inside: string): string => `<all>\n<statement id="1">\n${inside}\n</statement>\n</all>`;

const LATE = [
  ['the text of an element', `<list>${ENTRY}${ENTRY}</list>\n<end><note>late</note></end>`],
  ['an attribute', `<list>${ENTRY}</list>\n<end mark="late"/>`],
  ['an empty element', `<list>${ENTRY}</list>\n<end><note/></end>`],
  [
    'a second element after the first one',
    `<end><note>read</note></end><list>${ENTRY}</list>\n<end><note>2</note></end>`,
  ],
] as const;

for (const [name, inside] of LATE)
  test(`${name} after the first record inside ends the run`, async () => {
    const module = await load(SPEC);
    for (const size of [1, 7, 1000]) {
      const { messages, failure } = read(module, document(inside), size);
      assert.is(failure?.code, 'VALUE_AFTER_RECORD', `chunks of ${size}`);
      assert.match(
        failure?.message ?? '',
        /^line 4, column \d+: a field of the enclosing record reads this element.*hold: true/,
      );
      assert.is(messages.filter((message) => message.includes('amount')).length, inside.split('<entry>').length - 1);
    }
  });

const READ = [
  ['an element that no field reads', `<list>${ENTRY}</list><other><note>x</note></other><note>x</note>`],
  ['an element without the attribute that is read', `<list>${ENTRY}</list><end other="x"></end>`],
  ['elements before the first record', `<end mark="m"><note>early</note></end><list>${ENTRY}</list>`],
] as const;

for (const [name, inside] of READ)
  test(`${name} is no failure`, async () => {
    const module = await load(SPEC);
    for (const size of [1, 1000]) {
      const { messages, failure } = read(module, document(inside), size);
      assert.is(failure, null);
      assert.is(messages.length, 2);
      if (inside.startsWith('<end')) assert.is(messages[0], '{"id":"1","note":"early","mark":"m"}');
    }
  });

test('the text of an element that is open when the first record begins ends the run', async () => {
  const [statement, entry] = SPEC.recordTypes;
  const fields = [{ name: 'note', type: 'STRING', columnName: '.' }];
  const module = await load({ ...SPEC, recordTypes: [{ ...statement, fields }, entry] });
  const { messages, failure } = read(module, document(`text<list>${ENTRY}</list>`));
  assert.equal([messages, failure?.code], [[], 'VALUE_AFTER_RECORD']);
  assert.equal(read(module, document('text')), { messages: ['{"note":"\\ntext\\n"}'], failure: null });
});

test.run();
