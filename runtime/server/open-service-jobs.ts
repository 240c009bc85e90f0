import { join } from 'node:path';
import type { Cluster } from '../runs/cluster/cluster.ts';
import { createHostGuard } from '../connector/host-guard.ts';
import { createHttpClient } from '../connector/http/http-client.ts';
import type { Sources } from '../jobs/integrations/open-sources.ts';
import { createWebhook } from '../jobs/alerts/webhook.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { openJobs } from '../jobs/open-jobs.ts';
import type { UsableSpec } from '../jobs/work/work.ts';
import type { Log } from '../base/log/json-log.ts';
import type { Meter } from '../base/log/meter.ts';
import type { RunOptions } from '../base/model/run-info.ts';
import type { Registry } from '../state/registry/open-registry.ts';
import type { Runs } from '../runs/runs.ts';
import type { AlertSettings } from '../state/settings/alerts.ts';
import type { Settings } from '../state/settings/declarations.ts';
import type { Spool } from '../reading/source/spool.ts';
import type { Store } from '../state/store/store.ts';
import { findSpecByIdOrName } from './form/find-spec.ts';

/** What openServiceJobs() needs. */
export interface ServiceJobsParts {
  readonly settings: Pick<Settings, 'data' | 'specs' | 'integrationHosts'> & { readonly alerts?: AlertSettings | null };
  readonly store: Store;
  readonly sources: Sources | null;
  readonly spool: Spool;
  readonly runs: Runs;
  readonly registry: Registry;
  readonly limits: Partial<RunOptions> & { readonly maxFileBytes: number };
  readonly log: Log;
  readonly meter: Meter;
  readonly cluster: Cluster | null;
}

/**
 * Opens the jobs of the service and starts to execute them. Returns null with `--vault off`: a job needs an integration.
 * Throws DiskFull.
 */
export async function openServiceJobs(parts: ServiceJobsParts): Promise<Jobs | null> {
  const { settings, store, sources, spool, runs, registry, limits, log, meter, cluster } = parts;
  if (sources === null) return null;
  return openJobs({
    store,
    runs,
    limits,
    log,
    meter,
    cluster,
    spool,
    sources: sources.integrations,
    folder: join(settings.specs, 'jobs'),
    async bindMaskKeys(names) {
      for (const name of names) await sources.vault.bindMaskKey(name);
    },
    findSpec: (idOrName) => findUsableSpec(registry, idOrName),
    receiver: createReceiver(settings),
  });
}

function createReceiver({ alerts = null, integrationHosts }: ServiceJobsParts['settings']) {
  if (alerts === null) return null;
  return createWebhook({ ...alerts, client: createHttpClient({ guard: createHostGuard(integrationHosts ?? []) }) });
}

function findUsableSpec(registry: Registry, idOrName: string): UsableSpec | null {
  const spec = findSpecByIdOrName(registry, idOrName);
  if (spec === null || spec.compiled === null) return null;
  const { module, spec: written } = spec.compiled;
  return { id: spec.id, name: spec.name, module, written, isInGit: spec.origin === 'git' };
}
