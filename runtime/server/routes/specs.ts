import { emptyAnswer, fileAnswer, header, jsonAnswer, optionalHeader, textAnswer } from '../api/answer.ts';
import type { RequestBody } from '../api/body.ts';
import { orNull, text } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { type AnySchema, array, jsonSchema } from '../api/schema.ts';
import {
  createSpec,
  deleteSpec,
  getModule,
  getSpec,
  getSpecDescription,
  listSpecs,
  moduleForm,
  replaceSpec,
  specPage,
  validateSpec,
} from '../resources/specs.ts';
import { getSample, listSamples } from '../resources/samples.ts';
import { EXAMPLE_SPEC } from '../shapes/examples.ts';
import { exampleApiSpec, exampleGitSpec, exampleGitSummary, exampleInput } from '../shapes/spec-examples.ts';
import { exampleSample, sampleFileSummary } from '../shapes/sample.ts';
import { listedSpec, specCheck, specInput, specView } from '../shapes/spec.ts';
import { API } from './paths.ts';

const params = {
  id: text('The id or the name of a spec. An id takes precedence.', { example: 'orders' }),
};
const apiParams = { id: { ...params.id, example: 'web-orders' } };

const etag = { ETag: header('The version of the spec, in double quotes.', `"${EXAMPLE_SPEC.version}"`) };
const ifMatch = {
  'If-Match': orNull(
    text('The ETag that the stored spec must have, or `*`. Otherwise the response is 412.', { example: '*' }),
  ),
};
const ifNoneMatch = {
  'If-None-Match': orNull(
    text('An ETag that the client has. If it is current, the response is 304.', { example: '"0"' }),
  ),
};

const writing = [
  'malformed_json',
  'malformed_yaml',
  'too_large',
  'request_timeout',
  'unsupported_media_type',
  'too_busy',
  'disk_full',
  'storage_failed',
] as const;

function specBody(isRequired: boolean, schema: AnySchema): RequestBody {
  // The other media types of YAML are accepted, too. Describing them would only repeat the schema.
  const content = {
    'application/json': { schema, example: exampleInput },
    'application/yaml': { schema, example: exampleInput },
  };
  return { kind: 'content', isRequired, content };
}

/** What is checked may have any mistake. */
const anySpec = jsonSchema<unknown>({ description: 'A spec, also one with errors: see SpecInput.' });

/** The routes of specs. */
export const specRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${API}/specs`,
    scope: 'specs',
    id: 'createSpec',
    tag: 'specs',
    summary: 'Creates a spec',
    description: 'The spec is compiled before the response is sent.',
    body: specBody(true, specInput),
    answers: {
      201: jsonAnswer('The spec is stored and in service', specView, {
        example: exampleApiSpec,
        headers: { ...etag, Location: header('The path of the spec.', `${API}/specs/${EXAMPLE_SPEC.id}`) },
      }),
    },
    problems: [...writing, 'name_taken', 'invalid_spec', 'spec_too_costly', 'insufficient_storage'],
    handle: createSpec,
  }),
  route({
    method: 'GET',
    path: `${API}/specs`,
    scope: 'read',
    id: 'listSpecs',
    tag: 'specs',
    summary: 'Lists specs, sorted by name',
    query: specPage,
    answers: {
      200: jsonAnswer('A page of specs. With `include=spec`, each has all members of a spec', array(listedSpec), {
        example: [exampleGitSummary],
        headers: {
          Link: optionalHeader(
            'The next page (RFC 8288). Absent on the last one.',
            `<${API}/specs?cursor=orders>; rel="next"`,
          ),
        },
      }),
    },
    handle: listSpecs,
  }),
  route({
    method: 'GET',
    path: `${API}/specs/:id`,
    scope: 'read',
    id: 'getSpec',
    tag: 'specs',
    summary: 'Returns a spec with its text and its diagnostics',
    params,
    headers: ifNoneMatch,
    answers: {
      200: jsonAnswer('The spec', specView, { example: exampleGitSpec, headers: etag }),
      304: emptyAnswer('The client has this version', etag),
    },
    problems: ['spec_not_found'],
    handle: getSpec,
  }),
  route({
    method: 'PUT',
    path: `${API}/specs/:id`,
    scope: 'specs',
    id: 'replaceSpec',
    tag: 'specs',
    summary: 'Stores the next version of a spec of the API',
    description:
      'Without `If-Match`, it replaces whatever is stored. The body may contain the members that the service adds.',
    params: apiParams,
    headers: ifMatch,
    body: specBody(true, specInput),
    answers: {
      200: jsonAnswer('The next version is in service', specView, { example: exampleApiSpec, headers: etag }),
    },
    problems: [
      ...writing,
      'spec_not_found',
      'spec_in_git',
      'name_taken',
      'version_differs',
      'invalid_spec',
      'spec_too_costly',
      'insufficient_storage',
    ],
    handle: replaceSpec,
  }),
  route({
    method: 'DELETE',
    path: `${API}/specs/:id`,
    scope: 'specs',
    id: 'deleteSpec',
    tag: 'specs',
    summary: 'Removes a spec of the API with all its versions',
    params: apiParams,
    headers: ifMatch,
    answers: { 204: emptyAnswer('The spec is removed') },
    problems: ['spec_not_found', 'spec_in_git', 'version_differs', 'disk_full', 'storage_failed'],
    handle: deleteSpec,
  }),
  route({
    method: 'POST',
    path: `${API}/specs/:id/validate`,
    scope: 'specs',
    storesNothing: true,
    id: 'validateSpec',
    tag: 'specs',
    summary: 'Checks a spec and returns its diagnostics',
    description:
      'With a body, the body is checked as a replacement of the spec, and nothing is stored. Without one, the stored spec is checked.',
    params: apiParams,
    body: specBody(false, anySpec),
    answers: { 200: jsonAnswer('The outcome', specCheck, { example: { valid: true, diagnostics: [] } }) },
    problems: [
      'malformed_json',
      'malformed_yaml',
      'too_large',
      'request_timeout',
      'unsupported_media_type',
      'too_busy',
      'spec_not_found',
    ],
    handle: validateSpec,
  }),
  route({
    method: 'GET',
    path: `${API}/specs/:id/module`,
    scope: 'read',
    id: 'getModule',
    tag: 'specs',
    summary: 'Returns the generated module of a spec',
    params,
    query: moduleForm,
    headers: ifNoneMatch,
    answers: {
      200: textAnswer('The module', ['text/typescript', 'text/javascript'], {
        example: '// Compiled by Specmill from a spec: change the spec, not this file.\n',
        headers: { ETag: header('The version of the module.', '"0"') },
      }),
      304: emptyAnswer('The client has this version', { ETag: header('The version of the module.', '"0"') }),
    },
    problems: ['spec_not_found', 'invalid_spec', 'too_busy', 'disk_full', 'storage_failed'],
    handle: getModule,
  }),
  route({
    method: 'GET',
    path: `${API}/specs/:id/description`,
    scope: 'read',
    id: 'getSpecDescription',
    tag: 'specs',
    summary: 'Describes a spec in words, for the senders of its files',
    params,
    answers: { 200: textAnswer('The description', ['text/markdown'], { example: '# orders\n' }) },
    problems: ['spec_not_found', 'invalid_spec', 'too_busy'],
    handle: getSpecDescription,
  }),
  route({
    method: 'GET',
    path: `${API}/specs/:id/samples`,
    scope: 'read',
    id: 'listSamples',
    tag: 'specs',
    summary: 'Lists the sample files of a spec',
    description: 'They are the files in the folder beside the spec, up to 10 MiB each. Specs of the API have none.',
    params,
    answers: { 200: jsonAnswer('The samples, by name', array(sampleFileSummary), { example: [exampleSample] }) },
    problems: ['spec_not_found'],
    handle: listSamples,
  }),
  route({
    method: 'GET',
    path: `${API}/specs/:id/samples/:name`,
    scope: 'read',
    id: 'getSample',
    tag: 'specs',
    summary: 'Returns a sample file of a spec',
    params: { ...params, name: text('The name of a sample.', { example: exampleSample.name }) },
    answers: {
      200: fileAnswer('The file', {
        example: 'Order No;amount\nA1;1,50\nA2;2,50\n',
        headers: { 'Content-Disposition': header('Always `attachment`.', 'attachment') },
      }),
    },
    problems: ['spec_not_found', 'sample_not_found'],
    handle: getSample,
  }),
];
