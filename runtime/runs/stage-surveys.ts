import { randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../base/files/data-folder.ts';
import { type KeyRange, type SurveyedFile, stepKey } from '../base/model/survey.ts';
import type { StoredSurveys } from '../state/store/run-journal.ts';

const PREFIX = 'specmill-surveys-';
/** A file that has not changed for this long is that of a process that has ended: a reader has opened its own before. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/**
 * Copies the values of UNIQUE rules of surveys into a file of `folder`, where a thread can read them one after another.
 * Throws the errors of the store and of the system. The caller removes the file. Those of killed processes are removed here.
 */
export async function stageSurveys(
  stored: StoredSurveys | undefined,
  folder: string,
): Promise<SurveyedFile | undefined> {
  if (stored === undefined) return undefined;
  const { surveys } = stored;
  const hasKeys = surveys.some(({ steps }) => steps.some((step) => step.hasKeys === true));
  if (!hasKeys) return { surveys, keysPath: null, keys: new Map() };
  await removeAbandoned(folder);
  const keysPath = join(folder, PREFIX + randomUUID());
  try {
    return { surveys, keysPath, keys: await writeKeys(stored, keysPath) };
  } catch (error) {
    await rm(keysPath, { force: true });
    throw error;
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX));
  for (const path of names.map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(path, { force: true }).catch(() => {});
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
