import { SCOPES } from '../../state/access/scopes.ts';
import { type ProblemCode, type ProblemDetails, problems } from '../http/problem.ts';
import { array, integer, named, object, oneOf, optional, string } from '../api/schema.ts';
import { diagnosticSchema, type PublicDiagnostic } from './spec.ts';

/** The body of a problem response. */
export interface ProblemBody extends Omit<ProblemDetails, 'headers' | 'diagnostics' | 'problems'> {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: ProblemCode;
  diagnostics?: PublicDiagnostic[];
  problems?: { field: string; message: string }[];
}

/** The body of a problem response (RFC 9457). */
export const problemSchema = named(
  'Problem',
  object<ProblemBody>({
    type: string('`urn:specmill:problem:` and the code.'),
    title: string('The kind of problem, in a few words.'),
    status: integer('The HTTP status.'),
    detail: string('What is wrong with this request, and what to do.'),
    // The cast is safe: the keys of `problems` are the codes.
    code: oneOf(Object.keys(problems) as ProblemCode[], 'The kind of problem, for programs. Codes never change.'),
    field: optional(string('The form part, parameter, header or member that is wrong.')),
    diagnostics: optional(array(diagnosticSchema, 'What is wrong with the spec.')),
    problems: optional(
      array(
        object<{ field: string; message: string }>({
          field: string('The member that is wrong; empty for the whole.'),
          message: string('What is wrong, and what to do.'),
        }),
        'Everything that is wrong with a job.',
      ),
    ),
    requiredScope: optional(oneOf(SCOPES, 'The scope that the caller needs and does not have.')),
    runId: optional(string('The run that the problem concerns.', { format: 'uuid' })),
    publishedRecords: optional(integer('How many records of the file were published before.')),
    usedBy: optional(
      array(string('An id, or a setting of the service.'), 'What uses the credential or the integration.'),
    ),
    reason: optional(string('Why the remote system could not be used.')),
    step: optional(string('The step of opening a connection that failed.')),
    errorId: optional(string('The log of the service has more under this id.', { format: 'uuid' })),
  }),
);
