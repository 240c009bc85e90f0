/**
 * Returns the file name of a spec's module, without its extension. It is the spec's name if that is valid in git, and
 * otherwise `spec`, because a name over REST can be any text.
 */
export function fileNameOf(name: string): string {
  return /^[a-z][a-z0-9-]*$/.test(name) ? name : 'spec';
}
