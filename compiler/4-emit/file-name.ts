/** What the files of a spec's module are called: its name in git; names over REST may be any text, and their modules stand in no folder of ours. */
export function fileNameOf(name: string): string {
  return /^[a-z][a-z0-9-]*$/.test(name) ? name : 'spec';
}
