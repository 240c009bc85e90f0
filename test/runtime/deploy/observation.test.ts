/** The dashboard and the alert rules use metrics and labels that the service has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { createMetrics } from '../../../runtime/server/metrics/create-metrics.ts';

const folder = join(import.meta.dirname, '../../../runtime/deploy');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

async function namesOfService(): Promise<Set<string>> {
  const metrics = createMetrics({
    runsByState: () => ({ QUEUED: 0, RUNNING: 0, PAUSED: 0 }),
    diskFreeBytes: async () => 0,
    brokerUnreachableSeconds: () => 0,
  });
  metrics.countRequest({ route: '/', method: 'GET', status: 200 }, 1);
  const types = [...(await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) => {
      if (type === 'counter') return [`${name}_total`, name];
      return type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
    }),
  );
}

test('the dashboard and the alerts use metrics of the service only', async () => {
  const known = await namesOfService();
  const used = [
    ...`${read('grafana-dashboard.json')}${read('prometheus-alerts.yaml')}`.matchAll(/\b(specmill|process)_[a-z_]+/g),
  ];
  assert.ok(used.length > 12);
  for (const [name] of used) assert.ok(known.has(name), name);
});

test('there are five alerts, each with a summary and what to do', () => {
  type Rule = { alert: string; expr: string; annotations: { summary: string; description: string } };
  const { groups } = parse(read('prometheus-alerts.yaml')) as { groups: { rules: Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  assert.is(new Set(rules.map(({ alert }) => alert)).size, 5);
  for (const { expr, annotations } of rules) assert.ok(expr !== '' && annotations.summary && annotations.description);
});

test.run();
