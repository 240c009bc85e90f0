import { Gauge, type Registry } from 'prom-client';
import type { Cluster } from '../../runs/cluster/cluster.ts';

/** Adds the gauges of an instance, and of the runs of all instances. They are empty while the store cannot be reached. */
export function addClusterGauges({ instanceId, host, version, tasks }: Cluster, registers: Registry[]): void {
  new Gauge({
    name: 'specmill_instance_info',
    help: 'This process of the service',
    labelNames: ['instance', 'host', 'version'],
    registers,
  }).set({ instance: instanceId, host, version }, 1);
  new Gauge({
    name: 'specmill_tasks',
    help: 'Unfinished runs of all instances by state',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset();
      const counts = await tasks.count().catch(() => null);
      for (const [state, count] of Object.entries(counts ?? {})) this.set({ state }, count);
    },
  });
}
