import type { RouteScope, Scope } from '../../state/access/scopes.ts';
import type { ProblemCode } from '../http/problem.ts';
import type { RequestServices } from '../http/services.ts';
import type { Answers } from './answer.ts';
import type { RequestBody } from './body.ts';
import type { OptionalShape, Parameter, ParameterShape, ParameterValues } from './parameter.ts';

/**
 * Handles a request. `params` are the decoded parameters of the path, by name. `query` are the values of the query
 * parameters that the route declares. If it throws, the error becomes a problem response.
 */
export type Handler<Query extends OptionalShape = OptionalShape> = (
  request: Request,
  services: RequestServices,
  params: Readonly<Record<string, string>>,
  query: ParameterValues<Query>,
) => Response | Promise<Response>;

/** A parameter of a path. Its text is not parsed: what does not exist is 404. */
export type PathParameter = Pick<Parameter<unknown>, 'schema' | 'example'>;

/** The groups of operations in the API's description. */
export type Tag = 'specs' | 'transform' | 'runs' | 'topics' | 'credentials' | 'integrations' | 'jobs' | 'service';

/** What the OpenAPI document says of a route. The routes themselves are read from the same declarations. */
export interface Operation {
  /** The name of the operation in the document and in the client. It never changes. */
  id: string;
  tag: Tag;
  /** One line without a full stop: "Returns a run with its progress and result". */
  summary: string;
  /** More about it, in Markdown. */
  description?: string;
  /** The parameters of the path, by name. */
  params: Readonly<Record<string, PathParameter>>;
  /** The query parameters. A request with any other is rejected with 400. */
  query: OptionalShape;
  /** The request headers that the handler reads, by name. */
  headers: ParameterShape;
  body: RequestBody | null;
  /** The responses to requests that succeed, by status. */
  answers: Answers;
  /** The problems that the handler reports, without those that every route may report. */
  problems: readonly ProblemCode[];
}

/** A route: a method, a path, its description, and the handler of requests to them. */
export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'ANY';
  /** The path. `:name` matches one segment, and `**` matches any number of segments. */
  path: string;
  /** The scope that the caller needs. */
  scope: RouteScope;
  /** Another scope that is enough; null if there is none. */
  alsoScope: Scope | null;
  /** Whether a request changes nothing, whatever its method is. Then its response does not wait for the audit. */
  storesNothing: boolean;
  /** Whether a response stays open without an end of its own. The handler limits their number. */
  staysOpen: boolean;
  /** Null if the path is reserved for a feature that is not available. */
  operation: Operation | null;
  handle: Handler;
}

type NamesIn<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never;

type Declaration<Path extends string, Query extends OptionalShape> = Omit<
  Operation,
  'params' | 'query' | 'headers' | 'body' | 'problems'
> &
  Partial<Pick<Operation, 'headers' | 'problems'>> & {
    method: Exclude<Route['method'], 'ANY'>;
    path: Path;
    scope: RouteScope;
    alsoScope?: Scope;
    storesNothing?: boolean;
    staysOpen?: boolean;
    query?: Query;
    body?: RequestBody;
    handle: Handler<Query>;
  } & ([NamesIn<Path>] extends [never]
    ? Record<never, never>
    : { params: Readonly<Record<NamesIn<Path>, PathParameter>> });

/** Declares a route. Every parameter of its path needs a description, or it does not compile. */
export function route<const Path extends string, Query extends OptionalShape = Record<never, never>>(
  declaration: Declaration<Path, Query>,
): Route {
  const {
    method,
    path,
    scope,
    alsoScope = null,
    storesNothing = false,
    staysOpen = false,
    handle,
    ...operation
  } = declaration;
  const absent = { params: {}, query: {}, headers: {}, body: null, problems: [] };
  return {
    method,
    path,
    scope,
    alsoScope,
    storesNothing,
    staysOpen,
    // The cast is safe: a declaration has all other members of an operation.
    operation: { ...absent, ...operation } as Operation,
    // The cast is safe: the router calls the handler with the values of this route's parameters.
    handle: handle as Handler,
  };
}

/** Declares a path that is reserved for a feature that is not available: all requests to it have one answer. */
export function reservedRoute(path: string, scope: RouteScope, handle: Handler): Route {
  return {
    method: 'ANY',
    path,
    scope,
    alsoScope: null,
    storesNothing: true,
    staysOpen: false,
    operation: null,
    handle,
  };
}
