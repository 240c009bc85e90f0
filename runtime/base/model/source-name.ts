const NAME = /^[a-z][a-z0-9-]{0,99}$/;

/** The rule for names of credentials and integrations, as a sentence. */
export const NAME_RULE =
  '"name" starts with a letter a-z, has only a-z, 0-9 and "-", and at most 100 characters. Example: insurer-sftp';

/** Returns true if a value is a valid name of a credential or an integration. */
export function isSourceName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}
