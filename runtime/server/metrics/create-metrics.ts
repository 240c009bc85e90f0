import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Cluster } from '../../runs/cluster/cluster.ts';
import type { CounterLabels, Meter } from '../../base/log/meter.ts';

/** What the gauges show. It is read whenever the metrics are read. */
export interface MeasuredState {
  /** Returns the number of unfinished runs by their state. */
  runsByState(): Readonly<Record<'QUEUED' | 'RUNNING' | 'PAUSED', number>>;
  /** Returns the free space of the data folder's disk in bytes. */
  diskFreeBytes(): Promise<number>;
  /** Returns for how many seconds the broker has been unreachable; 0 while it is reachable or not in use. */
  brokerUnreachableSeconds(): number;
}

/** The metrics of the service. */
export interface Metrics {
  meter: Meter;
  /** Counts a request and records the time until its response started, in seconds. `route` is the path template. */
  countRequest(labels: { route: string; method: string; status: number }, seconds: number): void;
  /** Adds the metrics of an instance that shares its store. */
  addCluster(cluster: Cluster): void;
  /** The media type of text(). */
  contentType: string;
  /** Returns all metrics in the format OpenMetrics 1.0. */
  text(): Promise<string>;
}

const MAX_SPECS = 500;
const MAX_JOBS = 500;
/** Upper bounds of the histograms, in seconds. */
const RUN_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1800, 7200];
const REQUEST_SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60];

const counters: { readonly [Name in keyof CounterLabels]: { help: string; labels: readonly string[] } } = {
  records_total: { help: 'Records of runs and dry runs that have ended', labels: ['spec', 'outcome'] },
  issues_total: { help: 'Issues of runs and dry runs that have ended', labels: ['spec', 'severity'] },
  bytes_read_total: { help: 'Bytes of the files of runs and dry runs that have ended', labels: ['format'] },
  job_files_total: { help: 'Files that jobs have handled', labels: ['job', 'state'] },
  job_alerts_total: { help: 'Alerts of jobs', labels: ['job', 'kind'] },
  kafka_records_total: { help: 'Records that runs have published to Kafka', labels: [] },
  lease_losses_total: { help: 'Leases that this instance has lost to another one', labels: ['kind'] },
  kafka_pauses_total: { help: 'Pauses of runs that publish to Kafka', labels: ['code'] },
};

/** Creates the metrics of a service, with those of its process. All names start with `specmill_`, except the latter. */
export function createMetrics(state: MeasuredState): Metrics {
  const registry = new Registry<typeof Registry.OPENMETRICS_CONTENT_TYPE>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  // The library declares its registers for the other format. Both formats have the same metrics.
  const registers = [registry as unknown as Registry];
  collectDefaultMetrics({ register: registers[0] as Registry });
  addGauges(state, registers);
  const requests = createRequestMetrics(registers);
  return {
    meter: createMeter(registers),
    countRequest({ route, method, status }, seconds) {
      requests.count.inc({ route, method, status: String(status) });
      requests.duration.observe({ route, method }, seconds);
    },
    addCluster: (cluster) => addClusterGauges(cluster, registers),
    contentType: registry.contentType,
    text: () => registry.metrics(),
  };
}

function createMeter(registers: Registry[]): Meter {
  const specLabel = limitLabels(MAX_SPECS);
  const jobLabel = limitLabels(MAX_JOBS);
  const byName = new Map(
    Object.entries(counters).map(([name, { help, labels }]) => [
      name,
      new Counter({ name: `specmill_${name}`, help, labelNames: [...labels], registers }),
    ]),
  );
  const runs = new Histogram({
    name: 'specmill_run_duration_seconds',
    help: 'Time spent on runs and dry runs that have ended',
    labelNames: ['kind', 'status'],
    buckets: RUN_SECONDS,
    registers,
  });
  return {
    count(name, labels, amount = 1) {
      const all: Record<string, string> = { ...labels };
      if (all['spec'] !== undefined) all['spec'] = specLabel(all['spec']);
      if (all['job'] !== undefined) all['job'] = jobLabel(all['job']);
      byName.get(name)?.inc(all, amount);
    },
    observeRun: (labels, seconds) => runs.observe(labels, seconds),
  };
}

function createRequestMetrics(registers: Registry[]) {
  return {
    count: new Counter({
      name: 'specmill_http_requests_total',
      help: 'Requests by route, method and status',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    duration: new Histogram({
      name: 'specmill_http_request_duration_seconds',
      help: 'Time until the response to a request started',
      labelNames: ['route', 'method'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
  };
}

function addGauges(
  { runsByState, diskFreeBytes, brokerUnreachableSeconds }: MeasuredState,
  registers: Registry[],
): void {
  new Gauge({
    name: 'specmill_runs',
    help: 'Unfinished runs by state',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [name, count] of Object.entries(runsByState())) this.set({ state: name }, count);
    },
  });
  new Gauge({
    name: 'specmill_disk_free_bytes',
    help: 'Free space of the disk of the data folder',
    registers,
    async collect() {
      this.set(await diskFreeBytes());
    },
  });
  new Gauge({
    name: 'specmill_kafka_unreachable_seconds',
    help: 'For how long the broker has been unreachable; 0 while it is reachable or not in use',
    registers,
    collect() {
      this.set(brokerUnreachableSeconds());
    },
  });
}

/** The value of a label that replaces all further values. */
const OTHER = 'other';

/**
 * Returns a function that returns the first `maxValues` different texts unchanged, and `other` for all further ones.
 * Each value of a label is a time series of its own, so callers must not be able to create any number of them.
 */
export function limitLabels(maxValues: number): (value: string) => string {
  const known = new Set<string>();
  return (value) => {
    if (known.has(value)) return value;
    if (known.size >= maxValues) return OTHER;
    known.add(value);
    return value;
  };
}

/** Adds the gauges of an instance, and of the runs of all instances. They are empty while the store cannot be reached. */
function addClusterGauges({ instanceId, host, version, tasks }: Cluster, registers: Registry[]): void {
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
