import type { SampleText } from './sample-set.ts';

const MAX_LENGTH = 80;

/**
 * Returns the files with unique names that common file systems accept. The names differ even if case is ignored.
 * `ending` is the file name extension without a dot.
 */
export function nameSamples(files: readonly SampleText[], ending: string): SampleText[] {
  const taken = new Set<string>();
  return files.map((file) => {
    const plain = file.name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9._]+/g, '-')
      .slice(0, MAX_LENGTH)
      .replace(/^[-.]+|[-.]+$/g, '');
    let name = plain;
    // Some file systems ignore the case of names.
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${plain}-${number}`;
    taken.add(name.toLowerCase());
    return { ...file, name: `${name}.${ending}` };
  });
}
