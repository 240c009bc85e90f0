import type { CheckedSpec } from '../check/start-check.ts';
import { createServiceCatalog } from '../../catalog/service-catalog.ts';
import type { Service } from '../../service/service.ts';
import { loadShownSpec } from '../specs/load-spec.ts';

/** What the user begins to edit. */
export interface DraftStart {
  text: string;
  /** The stored spec that the draft changes. Null for a new one. */
  stored: StoredSpec | null;
}

/** The stored spec that a draft changes. */
export interface StoredSpec {
  name: string;
  origin: 'git' | 'api';
  version: string;
  /** The spec with its module. Null if it has errors. */
  checked: CheckedSpec | null;
}

const NEW = `name: new-spec
description: What the files contain
format: CSV
fields:
  - name: id
    type: STRING
    required: true
`;

/** Returns the start of a draft of a spec; of a new spec if `name` is null. Rejects as the client does. */
export async function loadDraftStart(service: Service, name: string | null): Promise<DraftStart> {
  if (name === null) return { text: NEW, stored: null };
  const { yaml, origin, version, compiled } = await loadShownSpec(service.client, name);
  const checked = compiled === null ? null : await createServiceCatalog(service).load(name);
  return { text: yaml.text, stored: { name, origin, version, checked } };
}
