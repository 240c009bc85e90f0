import { emptyAnswer, header, jsonAnswer, textAnswer } from '../api/answer.ts';
import { orNull, text } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { array, string } from '../api/schema.ts';
import { deleteTable, getTable, listTables, putTable, tableFilters } from '../resources/reference.ts';
import { EXAMPLE_TABLE, exampleTable, storedTable } from '../shapes/reference.ts';
import { API } from './paths.ts';

const params = {
  name: text('The name of a reference table.', { example: exampleTable.name, pattern: '^[a-z][a-z0-9-]{0,99}$' }),
};
const etag = { ETag: header('The version of the table, in double quotes.', `"${exampleTable.version}"`) };
const ifMatch = {
  'If-Match': orNull(
    text('The ETag that the stored table must have, or `*`. Otherwise the response is 412.', { example: '*' }),
  ),
};

/** The routes of reference tables. */
export const referenceRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${API}/reference`,
    scope: 'read',
    id: 'listReferenceTables',
    tag: 'specs',
    summary: 'Lists the reference tables of the service, sorted by name',
    answers: { 200: jsonAnswer('All tables', array(storedTable), { example: [exampleTable] }) },
    handle: listTables,
  }),
  route({
    method: 'GET',
    path: `${API}/reference/:name`,
    scope: 'read',
    id: 'getReferenceTable',
    tag: 'specs',
    summary: 'Returns the CSV file of a reference table',
    params,
    query: tableFilters,
    headers: {
      'If-None-Match': orNull(
        text('An ETag that the client has. If it is current, the response is 304.', { example: '"0"' }),
      ),
    },
    answers: {
      200: textAnswer('The file', ['text/csv'], { example: EXAMPLE_TABLE, headers: etag }),
      304: emptyAnswer('The client has this version', etag),
    },
    problems: ['reference_not_found', 'spec_not_found'],
    handle: getTable,
  }),
  route({
    method: 'PUT',
    path: `${API}/reference/:name`,
    scope: 'specs',
    id: 'putReferenceTable',
    tag: 'specs',
    summary: 'Stores a version of a reference table',
    description:
      'The body is a CSV file in UTF-8 with a header, of up to 64 MiB and 1,000,000 rows. Specs name the table in `reference` without a `file`. Runs that were accepted before keep the version that they have.',
    params,
    headers: ifMatch,
    body: {
      kind: 'content',
      isRequired: true,
      content: { 'text/csv': { schema: string('The CSV file'), example: EXAMPLE_TABLE } },
    },
    answers: {
      200: jsonAnswer('The version is in service', storedTable, { example: exampleTable, headers: etag }),
      201: jsonAnswer('The table is new', storedTable, { example: exampleTable, headers: etag }),
    },
    problems: [
      'invalid_value',
      'version_differs',
      'too_large',
      'request_timeout',
      'unsupported_media_type',
      'invalid_reference',
      'insufficient_storage',
      'disk_full',
      'storage_failed',
    ],
    handle: putTable,
  }),
  route({
    method: 'DELETE',
    path: `${API}/reference/:name`,
    scope: 'specs',
    id: 'deleteReferenceTable',
    tag: 'specs',
    summary: 'Removes a reference table',
    description: 'Runs that have used it keep its versions. Later runs of specs that name it fail.',
    params,
    headers: ifMatch,
    answers: { 204: emptyAnswer('The table is removed') },
    problems: ['reference_not_found', 'version_differs', 'disk_full', 'storage_failed'],
    handle: deleteTable,
  }),
];
