/** Returns the entity tag of a version: the version in double quotes (RFC 9110, section 8.8.3). */
export function etagOf(version: string): string {
  return `"${version}"`;
}

/**
 * Returns true if the value of an If-Match header matches a version: it is `*`, or lists the version's strong tag (RFC
 * 9110, section 13.1.1).
 */
export function matches(ifMatch: string, version: string): boolean {
  return ifMatch.trim() === '*' || tagsOf(ifMatch).includes(etagOf(version));
}

/**
 * Returns true if the client already has this version: If-None-Match is `*`, or lists the version's tag. A weak tag
 * counts, too (RFC 9110, section 13.1.2).
 */
export function isNotModified(headers: Headers, version: string): boolean {
  const ifNoneMatch = headers.get('if-none-match');
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.trim() === '*' || tagsOf(ifNoneMatch).some((tag) => tag.replace(/^W\//, '') === etagOf(version));
}

function tagsOf(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}
