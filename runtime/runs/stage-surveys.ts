import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../base/files/data-folder.ts';
import { type KeyRange, type SurveyedFile, stepKey } from '../base/model/survey.ts';
import type { StoredSurveys } from '../state/store/run-journal.ts';

/**
 * Copies the values of UNIQUE rules of surveys into a file of `folder`, where a thread can read them one after another.
 * Throws the errors of the store and of the system. The caller removes the file.
 */
export async function stageSurveys(
  stored: StoredSurveys | undefined,
  folder: string,
): Promise<SurveyedFile | undefined> {
  if (stored === undefined) return undefined;
  const { surveys } = stored;
  const hasKeys = surveys.some(({ steps }) => steps.some((step) => step.hasKeys === true));
  if (!hasKeys) return { surveys, keysPath: null, keys: new Map() };
  const keysPath = join(folder, `specmill-surveys-${randomUUID()}`);
  try {
    return { surveys, keysPath, keys: await writeKeys(stored, keysPath) };
  } catch (error) {
    await rm(keysPath, { force: true });
    throw error;
  }
}

async function writeKeys({ surveys, readKeys }: StoredSurveys, path: string): Promise<Map<string, KeyRange>> {
  const keys = new Map<string, KeyRange>();
  const file = await open(path, 'wx', PRIVATE_FILE);
  try {
    let length = 0;
    for (const [survey, { steps }] of surveys.entries())
      for (const [step, { hasKeys }] of steps.entries()) {
        if (hasKeys !== true) continue;
        const packed = await readKeys(survey, step);
        await file.writeFile(packed);
        keys.set(stepKey(survey, step), { from: length, to: length + packed.length });
        length += packed.length;
      }
    return keys;
  } finally {
    await file.close();
  }
}

/** Removes what stageSurveys() has written. Never throws: a file that remains is only in the way. */
export async function removeStaged({ keysPath }: SurveyedFile): Promise<void> {
  if (keysPath !== null) await rm(keysPath, { force: true }).catch(() => {});
}
