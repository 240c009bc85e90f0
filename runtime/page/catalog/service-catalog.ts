import type { AnySpec } from '../../../compiler/browser.ts';
import { describeSpecWarnings } from '../../../compiler/formats.ts';
import type { Client, SpecSummary } from '../../client/client.ts';
import type { Service } from '../service/service.ts';
import type { Catalog, ListedSpec, LoadedSpec } from './catalog.ts';
import { readFields } from './read-fields.ts';

type Diagnostics = Parameters<typeof describeSpecWarnings>[0];

/** Number of specs per request, the maximum of the service. */
const PAGE = 1000;

/** Creates the catalog of a service. */
export function createServiceCatalog(service: Service): Catalog {
  return {
    list: () => listSpecs(service.client),
    load: (name) => loadSpec(name, service),
    async table({ name, file, isNew = false }, spec) {
      // A file of the specs folder is that of a stored spec.
      if (file !== null && (spec === null || isNew)) return null;
      const body = await service.client
        .getReferenceTable({ name, ...(file !== null && spec !== null && { spec }) })
        .catch(() => null);
      return body === null ? null : new Response(body).blob();
    },
    async sample(spec, name) {
      const body = await service.client.getSample({ id: spec, name });
      return new File([await new Response(body).blob()], name);
    },
  };
}

/** Returns the specs of all pages. */
async function listSpecs(client: Client): Promise<ListedSpec[]> {
  const all: ListedSpec[] = [];
  for (;;) {
    const cursor = all.at(-1)?.name;
    // The cast is safe: without `include`, the list has summaries.
    const page = (await client.listSpecs({ limit: PAGE, ...(cursor !== undefined && { cursor }) })) as SpecSummary[];
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}

async function loadSpec(name: string, { client, url, key }: Service): Promise<LoadedSpec> {
  const [view, samples, moduleText] = await Promise.all([
    client.getSpec({ id: name }),
    client.listSamples({ id: name }),
    // An import cannot send the key.
    key === null ? null : client.getModule({ id: name, as: 'esm' }),
  ]);
  if (view === null) throw new Error('The service returned no spec.');
  // The cast is safe: the service returns the spec as it was read, in which names are texts.
  const spec = view as unknown as AnySpec & Pick<LoadedSpec, 'version'> & { diagnostics: Diagnostics };
  return {
    name: spec.name,
    description: spec.description ?? null,
    version: spec.version,
    warnings: describeSpecWarnings(spec.diagnostics).warnings ?? [],
    format: spec.format,
    ...readFields(spec),
    spec,
    moduleUrl: `${url}/api/v1/specs/${encodeURIComponent(name)}/module?as=esm`,
    moduleText,
    samples,
  };
}
