import { orNull, type ParameterValues, text, wholeNumber, withDefault } from '../api/parameter.ts';
import { callerOf } from '../http/caller.ts';
import { json } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';
import { requireJobs } from './jobs.ts';

/** The query parameters of GET /jobs/{id}/files/{fileId}/review. */
export const reviewFilters = {
  limit: withDefault(100, wholeNumber('The number of records on a page.', { min: 1, max: 1000, example: 10 })),
  cursor: orNull(
    text('The number of a record: the page begins after it.', { example: '41', pattern: '^[0-9]{1,15}$' }),
  ),
};

/**
 * GET /jobs/{id}/files/{fileId}/review: a page of what an approval would publish, with the records as they were sent. 409 if
 * nothing waits for approval. The Link header (RFC 8288) contains the next page.
 */
export async function reviewJobFile(
  request: Request,
  services: RequestServices,
  { id = '', fileId = '' }: Readonly<Record<string, string>>,
  { limit, cursor }: ParameterValues<typeof reviewFilters>,
): Promise<Response> {
  const { caller } = callerOf(request, services.caller);
  const query = { after: Number(cursor ?? 0), limit, caller, signal: request.signal };
  const review = await requireJobs(services).review(id, fileId, query);
  const last = review.records.at(-1);
  if (!review.hasMore || last === undefined) return json(review);
  const { searchParams, pathname } = new URL(request.url);
  searchParams.set('cursor', String(last.record));
  return json(review, { headers: { link: `<${pathname}?${searchParams}>; rel="next"` } });
}
