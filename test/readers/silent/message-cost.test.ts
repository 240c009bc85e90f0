// The message about a value that is not of its type takes time that is proportional to the length of its cell.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadModule } from '../../support/load-module.ts';
import { transform } from '../parity/run-module.ts';

const SPEC = `name: cost
format: CSV
delimiter: ";"
maxRecordBytes: 16777216
fields:
  - { name: a, type: DECIMAL }
  - { name: b, type: DATE, format: dd.MM.yyyy }
  - { name: c, type: INTEGER, groupSeparator: " " }
  - { name: d, type: TIME }
  - { name: e, type: BOOLEAN }
`;
/** What the long cells repeat: whatever a message counts, groups or names. */
const PARTS = ['1,', '1 ', '"', 'e', '1.2.', 'Ä', '\u00a0', '1e5', '(', '\0', 'jan ', '12:'] as const;
const SHORT = 50_000;
const FACTOR = 8;
const ROUNDS = 8;

test('a cell that is eight times as long takes about eight times the processor time', async () => {
  const module = await loadModule({ text: SPEC, path: 'specs/cost.yaml', syntax: 'yaml' });
  const costOf = (part: string, length: number): number => {
    const cell = `"${part.repeat(length / part.length).replaceAll('"', '""')}x"`;
    const file = Buffer.from(`a;b;c;d;e\n${Array.from({ length: 5 }, () => cell).join(';')}\n`);
    const before = process.cpuUsage();
    const [batch] = transform(module, [Uint8Array.from(file)], { today: '2024-03-01' });
    const { user, system } = process.cpuUsage(before);
    assert.is(batch?.recordIssues.length, 1, part);
    return user + system;
  };
  for (const part of PARTS) {
    costOf(part, SHORT);
    const ratio = () => costOf(part, FACTOR * SHORT) / costOf(part, SHORT);
    // A quadratic message would take 64 times as long in each round; other load disturbs single rounds only.
    const ratios: number[] = [];
    do ratios.push(ratio());
    while ((ratios.at(-1) ?? 0) >= 3 * FACTOR && ratios.length < ROUNDS);
    assert.ok(
      (ratios.at(-1) ?? 0) < 3 * FACTOR,
      `${JSON.stringify(part)}: ${ratios.map((r) => r.toFixed(1)).join(', ')}`,
    );
  }
});

test.run();
