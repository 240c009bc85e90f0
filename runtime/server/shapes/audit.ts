import type { AuditView } from '../../state/access/audit/audit-file.ts';
import { integer, named, nullable, object, string } from '../api/schema.ts';
import { EXAMPLE_RUN_ID, EXAMPLE_TIME } from './examples.ts';

/** One request in the audit. */
export const auditEntry = named(
  'AuditEntry',
  object<AuditView>({
    time: string('When the response was ready.', { format: 'date-time' }),
    principal: nullable(
      string(
        'Who sent the request: `key:NAME`, for example. `folder:specs`: the folder of the specs has another reference table. Null if it was not authenticated.',
      ),
    ),
    keyId: nullable(string('The id of the API key. Null if there was none.')),
    address: string('The network address of the client. Empty for the folder of the specs.'),
    method: string('The method.'),
    path: string('The path of the route, with the names of its parameters.'),
    target: nullable(string('What the request has in place of the first parameter. Null if the path has none.')),
    specVersionBefore: nullable(
      string('The version of a spec or a reference table before the change. Null if there was none.'),
    ),
    specVersionAfter: nullable(
      string('The version of a spec or a reference table after the change. Null if there is none.'),
    ),
    runId: nullable(string('The run that the request created or named. Null if there is none.')),
    status: integer('The status of the response.'),
    comment: nullable(string('Why a person has accepted or refused something. Null if the request has no comment.')),
  }),
);

/** An example of an entry. */
export const exampleAuditEntry: AuditView = {
  time: EXAMPLE_TIME,
  principal: 'key:ci',
  keyId: 'x7wqkuut2dkh',
  address: '192.0.2.7',
  method: 'POST',
  path: '/api/v1/transform/file-to-events',
  target: null,
  specVersionBefore: null,
  specVersionAfter: null,
  runId: EXAMPLE_RUN_ID,
  status: 200,
  comment: null,
};
