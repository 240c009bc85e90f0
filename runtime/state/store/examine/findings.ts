import { StoredDataDamaged } from '../../../base/model/stored-data-damaged.ts';

/** Something in a data folder that is not what was stored. */
export interface Finding {
  /** DAMAGED: its bytes are wrong, or it is missing. INCOMPLETE: a write that a crash has cut off, which harms nothing. */
  kind: 'DAMAGED' | 'INCOMPLETE';
  /** The file below the data folder, or the table and the row. */
  place: string;
  /** What is wrong. It contains no stored value. */
  problem: string;
}

/** What examining a data folder finds. */
export interface Examination {
  findings: Finding[];
  /** How many things of each kind were read, such as `runs`. */
  examined: Map<string, number>;
  /** How many of them have no checksum, because an earlier version wrote them. */
  withoutChecksum: number;
}

/** Adds a finding. */
export function addDamage({ findings }: Examination, place: string, problem: string): void {
  findings.push({ kind: 'DAMAGED', place, problem });
}

/** Counts a thing that was read. `hasChecksum` is false if its content could not be compared with a checksum. */
export function countExamined(examination: Examination, kind: string, hasChecksum = true): void {
  examination.examined.set(kind, (examination.examined.get(kind) ?? 0) + 1);
  if (!hasChecksum) examination.withoutChecksum++;
}

/** Calls `work`. What it throws because of damaged data becomes a finding; everything else is thrown. */
export async function examine(
  examination: Examination,
  place: string,
  work: () => Promise<void> | void,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof StoredDataDamaged) addDamage(examination, place, error.message);
    else if (isDatabaseDamage(error)) addDamage(examination, place, 'SQLite cannot read it');
    else throw error;
  }
}

function isDatabaseDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'SQLITE_CORRUPT' || code === 'SQLITE_NOTADB';
}

/** Throws StoredDataDamaged, which names `what`, if a text is no JSON. */
export function requireJson(text: string | null, what: string): void {
  if (text === null) return;
  try {
    JSON.parse(text);
  } catch {
    throw new StoredDataDamaged(what);
  }
}
