import type { IssueFilter } from '../file/issue-filter.ts';

/** What the page shows. The URL contains it, and never a value of a file. */
export interface Route {
  view: 'check';
  /** The name of the chosen spec. Null if none is chosen. */
  spec: string | null;
  filter: IssueFilter;
  /** Number of the page of records, from 1. */
  page: number;
  /** The run whose rejects are repaired. Null: a file of the user is checked. */
  rejects: string | null;
}

const SEVERITIES = ['WARNING', 'ERROR', 'FATAL'] as const;

/** Returns the route of a URL's fragment, such as `#/check/payments?field=amount`. An unknown one is the start. */
export function parseRoute(fragment: string): Route {
  const [path = '', query = ''] = fragment.replace(/^#/, '').split('?');
  const [view, name] = path.split('/').filter((part) => part !== '');
  const spec = view === 'check' && name !== undefined && name !== '' ? decode(name) : null;
  const parameters = new URLSearchParams(query);
  const text = (key: string) => parameters.get(key) ?? undefined;
  const severity = SEVERITIES.find((each) => each === parameters.get('severity'));
  const filter = { code: text('code'), rule: text('rule'), field: text('field'), severity, type: text('type') };
  const page = Number(parameters.get('page'));
  return {
    view: 'check',
    spec,
    // The cast is safe: absent members are removed.
    filter: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as IssueFilter,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    rejects: parameters.get('rejects'),
  };
}

/** Returns the fragment of a route. */
export function formatRoute({ spec, filter, page, rejects }: Route): string {
  if (spec === null) return '#/check';
  const query = new URLSearchParams(Object.entries(filter));
  if (rejects !== null) query.set('rejects', rejects);
  if (page > 1) query.set('page', String(page));
  return `#/check/${encodeURIComponent(spec)}${query.size > 0 ? `?${query}` : ''}`;
}

/** Returns the route to a spec without a filter. */
export function routeTo(spec: string | null): Route {
  return { view: 'check', spec, filter: {}, page: 1, rejects: null };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
