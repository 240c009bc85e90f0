/** Keys that are checked in groups find the same duplicates as keys that are checked one by one. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SpecModule, TransformOptions, UniqueKeys } from '../../../../compiler/kernel/model/contract.ts';
import { createDiskKeys, type KeyLimits } from '../../../../runtime/reading/unique-keys/disk-keys.ts';
import { loadModule } from '../../../support/load-module.ts';
import { seed } from '../../../support/property.ts';
import { type Random, randomOf } from '../../../support/random.ts';
import { compareBatches } from '../compare-batches.ts';
import { cutChunks } from '../run-module.ts';

const RECORDS = 6000;

const SPEC = {
  name: 'payments',
  format: 'CSV',
  recordTypes: [
    {
      name: 'batch',
      when: { column: 'kind', values: ['B'] },
      publish: false,
      fields: [{ name: 'owner', type: 'STRING', columnName: 'a' }],
    },
    {
      name: 'payment',
      in: 'batch',
      when: { column: 'kind', values: ['P'] },
      messageKey: ['reference'],
      fields: [
        { name: 'reference', type: 'STRING', columnName: 'a' },
        { name: 'amount', type: 'DECIMAL', columnName: 'b' },
        { name: 'owner', from: 'batch.owner' },
      ],
      validationRules: [
        { ruleId: 'positive', field: 'amount', ruleType: 'MIN_VALUE', value: '0.01', severity: 'ERROR' },
      ],
    },
    {
      name: 'total',
      in: 'batch',
      occurs: 'OPTIONAL',
      when: { column: 'kind', values: ['T'] },
      publish: false,
      fields: [
        { name: 'count', type: 'INTEGER', columnName: 'a' },
        { name: 'sum', type: 'DECIMAL', columnName: 'b' },
      ],
    },
  ],
  fileRules: [
    { ruleId: 'count', ruleType: 'COUNT_EQUALS', of: 'payment', field: 'total.count' },
    { ruleId: 'sum', ruleType: 'SUM_EQUALS', of: 'payment.amount', field: 'total.sum' },
    { ruleId: 'once', ruleType: 'UNIQUE', of: ['payment.reference'], severity: 'ERROR' },
    { ruleId: 'pair', ruleType: 'UNIQUE', of: ['payment.amount', 'payment.owner'], severity: 'WARNING' },
  ],
};

/** How often a record has a property: on average, once in this number of records. */
interface Draw {
  repeated: number;
  negative: number;
  totals: number;
  strange: number;
}

function drawFile(random: Random, { repeated, negative, totals, strange }: Draw): Uint8Array {
  const lines = ['kind,a,b', 'B,owner 0,'];
  let owners = 0;
  for (let record = 1; record < RECORDS; record++) {
    const reference = random.oneIn(repeated) ? random.below(record) : record;
    const amount = random.oneIn(repeated) ? random.below(record) : record;
    const text = random.oneIn(strange) ? `"${'é"",'.repeat(1 + random.below(400))}${reference}"` : `R${reference}`;
    lines.push(`P,${text},${random.oneIn(negative) ? '-' : ''}${amount}.5`);
    if (!random.oneIn(totals)) continue;
    lines.push(`T,${random.below(3)},7.00`, `B,owner ${++owners},`);
  }
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

function read(module: SpecModule, chunks: readonly Uint8Array[], options: TransformOptions) {
  const transformer = module.createTransformer(options);
  return [...chunks.flatMap((chunk) => [...transformer.push(chunk)]), ...transformer.end()];
}

/** Counts the groups of keys by their result. */
function countGroups(
  keys: UniqueKeys & { later: NonNullable<UniqueKeys['later']> },
  groups: { new: number; repeated: number },
) {
  const { later } = keys;
  return {
    add: keys.add.bind(keys),
    addBytes: keys.addBytes?.bind(keys),
    later: {
      addTextLater: later.addTextLater.bind(later),
      addBytesLater: later.addBytesLater.bind(later),
      get isFull() {
        return later.isFull;
      },
      settle() {
        const isNew = later.settle();
        groups[isNew ? 'new' : 'repeated']++;
        return isNew;
      },
    },
  } as UniqueKeys;
}

async function compare(draw: Draw, limits: Partial<KeyLimits> = {}) {
  const module = await loadModule({ text: JSON.stringify(SPEC), path: 'payments.json', syntax: 'json' });
  const random = randomOf(seed, 0);
  const bytes = drawFile(random, draw);
  const options: TransformOptions = {
    skipInvalidRecords: true,
    batchRecords: 100 + random.below(3000),
    lineFeeds: random.oneIn(2),
  };
  const sizes = [1 + random.below(100_000)];
  const groups = { new: 0, repeated: 0 };
  const keys = createDiskKeys(limits);
  const fast = read(module, cutChunks(bytes, sizes), { ...options, uniqueKeys: countGroups(keys, groups) });
  keys.close();
  const careful = read(module, cutChunks(bytes, sizes), { ...options, fast: false });
  compareBatches(fast, careful, JSON.stringify({ seed, draw, options, sizes }));
  return groups;
}

const RARE = 1e9;

test('files without a duplicate are read once', async () => {
  const groups = await compare({ repeated: RARE, negative: 50, totals: 100, strange: RARE });
  assert.ok(groups.new >= 1 && groups.repeated === 0, JSON.stringify(groups));
});

test('a group with a duplicate is read again, and its records are found one by one', async () => {
  const groups = await compare({ repeated: 200, negative: 400, totals: 400, strange: 200 });
  assert.ok(groups.repeated >= 1, JSON.stringify(groups));
});

test('many duplicates, issues and totals end the groups early', async () => {
  for (const often of [1, 2, 5, 30]) await compare({ repeated: often, negative: often, totals: 2 * often, strange: 9 });
});

test('hashes in runs on disk are searched for groups, too', async () => {
  for (const repeated of [RARE, 500, 20])
    await compare({ repeated, negative: 90, totals: 400, strange: 30 }, { slots: 1024 });
});

test.run();
