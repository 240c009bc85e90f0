import type { AnySpec } from '../../../compiler/browser.ts';
import type { Warning } from '../../../compiler/kernel/model/contract.ts';
import type { Catalog, ListedSample, ListedSpec } from './catalog.ts';
import { readFields } from './read-fields.ts';

/** The description of a spec in an exported page: `specs/<name>.json`. */
export interface ExportedSpec {
  name: string;
  description: string | null;
  version: string;
  /** Absent: the page was exported by an earlier version. */
  warnings?: readonly Warning[];
  spec: AnySpec;
  samples: readonly ListedSample[];
}

/** Creates the catalog of an exported page. `base` is the URL of the page. It needs no service, only the files. */
export function createStaticCatalog(base: string): Catalog {
  const at = (path: string) => new URL(`specs/${path}`, base).href;
  return {
    // The casts are safe: the command `specmill page` has written the files.
    list: async () => (await (await get(at('index.json'))).json()) as ListedSpec[],
    async load(name) {
      const found = (await (await get(at(`${encodeURIComponent(name)}.json`))).json()) as ExportedSpec;
      const { description, version, warnings = [], spec, samples } = found;
      const moduleUrl = at(`${encodeURIComponent(name)}.mjs`);
      const { format } = spec;
      return {
        name,
        description,
        version,
        warnings,
        format,
        ...readFields(spec),
        spec,
        moduleUrl,
        moduleText: null,
        samples,
      };
    },
    table: async () => null,
    async sample(spec, name) {
      const path = `${encodeURIComponent(spec)}/${encodeURIComponent(name)}`;
      return new File([await (await get(at(path))).blob()], name);
    },
  };
}

async function get(url: string): Promise<Response> {
  const response = await fetch(url).catch(() => null);
  if (response?.ok !== true) throw new Error(`A file of this page is missing: ${new URL(url).pathname}..`);
  return response;
}
