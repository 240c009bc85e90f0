import type { LoadedSpec } from '../../catalog/catalog.ts';

/** Whether a spec has sensitive fields. */
export function hasSensitive(spec: Pick<LoadedSpec, 'fields' | 'recordTypes'>): boolean {
  return [spec, ...spec.recordTypes].some(({ fields }) => fields.some(({ sensitive }) => sensitive === true));
}
