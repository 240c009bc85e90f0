import type { SampleText } from './sample-set.ts';

const LONGEST = 80;

/** Gives each file a name that every file system takes and no other file has. Names come without their ending. */
export function nameSamples(files: readonly SampleText[], ending: string): SampleText[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const plain = file.name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9._]+/g, '-')
      .slice(0, LONGEST)
      .replace(/^[-.]+|[-.]+$/g, '');
    let name = plain;
    // Some file systems take names for the same that differ in case alone.
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${plain}-${number}`;
    taken.add(name.toLowerCase());
    return { ...file, name: `${name}.${ending}` };
  });
}
