import type { StoredFile } from '../../state/store/job-file-store.ts';

/** The member of an archive that is a row of the ledger. */
export interface Member {
  /** The number of the row of the archive. */
  readonly archive: number;
  /** The content of the archive: another one has other members. */
  readonly sha256: string;
  /** The path of the member in the archive. */
  readonly member: string;
}

/** Returns the text that identifies a member within its job. That of a file is never an object. */
export function identifyMember({ archive, sha256, member }: Member): string {
  return JSON.stringify({ archive, sha256, member });
}

/** Returns which member of an archive a row is; null if it is a file of its own. */
export function findMember({ identity }: Pick<StoredFile, 'identity'>): Member | null {
  // The text of a file is a list.
  return identity.startsWith('{') ? (JSON.parse(identity) as Member) : null;
}

/** Returns the name of a file for the patterns of specs: that of a member without the folders and the archive. */
export function nameForSpecs(file: Pick<StoredFile, 'identity' | 'name'>): string {
  return findMember(file) === null ? file.name : file.name.slice(file.name.lastIndexOf('/') + 1);
}
