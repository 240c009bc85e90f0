import type { LaidOutSpec } from '../../../compiler/browser.ts';
import { type Client, createClient, ProblemError, type SpecSummary } from '../../client/client.ts';
import { type Catalog, type ListedSpec, type LoadedSpec, SignInRequired } from './catalog.ts';

/** Number of specs per request, the maximum of the service. */
const PAGE = 1000;

/** Creates the catalog of a service. `base` is the URL of the page. `key` is an API key, or null. */
export function createServiceCatalog(base: string, key: string | null): Catalog {
  const url = base.replace(/\/$/, '');
  const client = createClient(url, key === null ? {} : { token: key });
  return {
    list: () => explain(listSpecs(client)),
    load: (name) => explain(loadSpec(name, { client, url, key })),
    async sample(spec, name) {
      const body = await explain(client.getSample({ id: spec, name }));
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

async function loadSpec(
  name: string,
  { client, url, key }: { client: Client; url: string; key: string | null },
): Promise<LoadedSpec> {
  const [view, samples, moduleText] = await Promise.all([
    client.getSpec({ id: name }),
    client.listSamples({ id: name }),
    // An import cannot send the key.
    key === null ? null : client.getModule({ id: name, as: 'esm' }),
  ]);
  if (view === null) throw new Error('The service returned no spec.');
  // The cast is safe: the service returns the spec as it was read, in which names are texts.
  const spec = view as LaidOutSpec & Pick<LoadedSpec, 'name' | 'fields' | 'version'> & { description?: string };
  return {
    name: spec.name,
    description: spec.description ?? null,
    version: spec.version,
    format: spec.format,
    fields: spec.fields,
    spec,
    moduleUrl: `${url}/api/v1/specs/${encodeURIComponent(name)}/module?as=esm`,
    moduleText,
    samples,
  };
}

/** Turns a problem of the service into an error for the user. */
async function explain<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) throw new SignInRequired(error.message);
    if (error instanceof TypeError) throw new Error('The service does not respond. Is it running?', { cause: error });
    throw error;
  }
}
