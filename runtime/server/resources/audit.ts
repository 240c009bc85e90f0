import { toAuditJson } from '../../state/access/audit/audit-file.ts';
import { orNull, type ParameterValues, text, time, wholeNumber, withDefault } from '../api/parameter.ts';
import { json } from '../http/respond.ts';
import type { Services } from '../http/services.ts';

/** The query parameters of GET /audit. */
export const auditFilters = {
  from: orNull(time('Only requests of this time or later.')),
  principal: orNull(
    text('Only requests of this principal: its name, with or without `key:`, or the id of its key.', {
      example: 'key:ci',
      minLength: 1,
      maxLength: 1000,
    }),
  ),
  limit: withDefault(100, wholeNumber('The number of entries on a page.', { min: 1, max: 1000, example: 10 })),
  cursor: orNull(wholeNumber('The page begins after this entry. The Link header contains it.', { min: 0, example: 9 })),
};

/** GET /audit: a page of the audit, newest first. The Link header (RFC 8288) contains the next page. */
export async function listAudit(
  { url }: Request,
  { audit }: Services,
  _: Readonly<Record<string, string>>,
  { from, principal, limit, cursor }: ParameterValues<typeof auditFilters>,
): Promise<Response> {
  const page = await audit.list({
    limit,
    ...(from !== null && { from }),
    ...(principal !== null && { principal }),
    ...(cursor !== null && { before: cursor }),
  });
  const entries = page.map(({ number: _, ...entry }) => toAuditJson(entry));
  const last = page.at(-1);
  if (last === undefined || page.length < limit) return json(entries);
  const { searchParams } = new URL(url);
  searchParams.set('cursor', String(last.number));
  return json(entries, { headers: { link: `</api/v1/audit?${searchParams}>; rel="next"` } });
}
