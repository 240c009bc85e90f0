/** Returns the file name of a spec's module: its name in git, or `spec` for names over REST, which can be any text. */
export function fileNameOf(name: string): string {
  return /^[a-z][a-z0-9-]*$/.test(name) ? name : 'spec';
}
