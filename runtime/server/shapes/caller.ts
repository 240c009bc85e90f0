import type { Principal } from '../../state/access/principal.ts';
import { SCOPES, type Scope } from '../../state/access/scopes.ts';
import { array, named, nullable, object, oneOf, string } from '../api/schema.ts';

/** Who sends a request, and what they may do. */
export interface CallerView extends Pick<Principal, 'kind' | 'name'> {
  scopes: Scope[];
  topics: string[] | null;
  specs: string[] | null;
}

const pattern = string('A name, in which `*` matches any characters.');

/** The schema of CallerView. */
export const callerSchema = named(
  'Caller',
  object<CallerView>({
    kind: oneOf(['anonymous', 'key', 'jwt', 'certificate'], '`anonymous`: the service has no access control.'),
    name: string('Who sent the request, as in the audit: `key:NAME`, for example.'),
    scopes: array(oneOf(SCOPES, 'A scope.'), 'What the caller may do. With `admin`, all scopes are listed.'),
    topics: nullable(array(pattern, 'The topics that the caller may use. Null: all.')),
    specs: nullable(array(pattern, 'The specs that the caller may use. Null: all.')),
  }),
);

/** The caller of a service without access control. */
export const exampleCaller: CallerView = {
  kind: 'anonymous',
  name: 'anonymous',
  scopes: [...SCOPES],
  topics: null,
  specs: null,
};
