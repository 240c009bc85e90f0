import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FindCredentialType } from '../../jobs/integrations/git/check-integration-folder.ts';
import type { KnownNames } from '../../jobs/git/check-job-folder.ts';
import type { CheckedSpec } from '../format/check/checked-spec.ts';

/** The files of a specs folder that are not specs, with their diagnostics. */
export interface CheckedOthers {
  readonly jobs: readonly CheckedSpec[];
  readonly integrations: readonly CheckedSpec[];
}

/**
 * Checks the jobs and the integrations of a specs folder, for what is known of its specs. The types of credentials
 * are those in the vault of the data folder, if there is one. Throws the system's errors.
 */
export async function checkOthers(
  settings: { readonly specs: string; readonly data: string },
  known: Omit<KnownNames, 'integrationTypes'>,
): Promise<CheckedOthers> {
  const { checkJobFolder } = await import('../../jobs/git/check-job-folder.ts');
  const { checkIntegrationFolder } = await import('../../jobs/integrations/git/check-integration-folder.ts');
  const integrations = await withCredentialTypes(settings.data, (findType) =>
    checkIntegrationFolder(join(settings.specs, 'integrations'), findType),
  );
  const integrationTypes = new Map(
    integrations.flatMap(({ input, type }) => (type === null ? [] : [[input.expectedName ?? '', type] as const])),
  );
  const jobs = await checkJobFolder(join(settings.specs, 'jobs'), { ...known, integrationTypes });
  // The casts are safe: the formats print the code of a diagnostic, whatever it is.
  return {
    jobs: jobs as unknown as CheckedSpec[],
    integrations: integrations.map((one) => ({ ...one, hidesText: true })) as unknown as CheckedSpec[],
  };
}

/** Calls `work` with a function that finds the types of credentials. */
async function withCredentialTypes<T>(data: string, work: (find: FindCredentialType) => Promise<T>): Promise<T> {
  if (!existsSync(join(data, 'specmill.sqlite'))) return work(async () => null);
  // The store loads SQLite, so it is imported only when there is a data folder.
  const { openStoreReader } = await import('../../state/store/open-store-reader.ts');
  const reader = await openStoreReader(data);
  try {
    return await work(async (name) => (await reader.credentials.findByName(name))?.type ?? null);
  } finally {
    await reader.close();
  }
}
