/** A place in the page, as the fragment of the URL names it: `#/runs/ID?status=FAILED`. It has no value of a file. */
export interface Place {
  /** The parts of the path, decoded. The first is the name of a view. */
  path: readonly string[];
  query: Readonly<Record<string, string>>;
}

/** Returns the place of a fragment. A part that cannot be decoded stays as it is. */
export function parsePlace(fragment: string): Place {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split(/\?(.*)/s);
  const parts = path.split('/').filter((part) => part !== '');
  return { path: parts.map(decode), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Returns the fragment of a place. Empty texts of the query are left out. */
export function formatPlace(path: readonly string[], query: Readonly<Record<string, string>> = {}): string {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
  return `#/${path.map(encodeURIComponent).join('/')}${parameters.size > 0 ? `?${parameters}` : ''}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
