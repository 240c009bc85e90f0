import { emptyAnswer, header, jsonAnswer } from '../api/answer.ts';
import { jsonBody, type RequestBody } from '../api/body.ts';
import { text } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { array } from '../api/schema.ts';
import { fileFilters, listFiles } from '../resources/integration-files.ts';
import {
  createIntegration,
  deleteIntegration,
  getIntegration,
  listIntegrations,
  replaceIntegration,
  testConnection,
} from '../resources/integrations.ts';
import {
  EXAMPLE_INTEGRATION_ID,
  exampleIntegration,
  exampleRemoteFile,
  exampleTest,
  integrationInput,
  integrationView,
  remoteFile,
  testInput,
  testOutcome,
} from '../shapes/integration.ts';
import { exampleCredential } from '../shapes/credential.ts';
import { API } from './paths.ts';

const params = {
  id: text('The id or the name of an integration. An id takes precedence.', { example: exampleIntegration.name }),
};

const { name, type, config } = exampleIntegration;
const body = jsonBody(integrationInput, { name, type, credentialId: exampleCredential.name, config });
const testBody: RequestBody = {
  kind: 'content',
  isRequired: false,
  content: { 'application/json': { schema: testInput, example: { write: true } } },
};

const writing = [
  'not_released',
  'vault_locked',
  'malformed_request',
  'malformed_json',
  'too_large',
  'unsupported_media_type',
  'name_taken',
  'invalid_integration',
  'disk_full',
  'storage_failed',
] as const;

/** The routes of integrations. */
export const integrationRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${API}/integrations`,
    scope: 'connect',
    id: 'createIntegration',
    tag: 'integrations',
    summary: 'Creates an integration',
    body,
    answers: {
      201: jsonAnswer('The integration is stored', integrationView, {
        example: exampleIntegration,
        headers: { Location: header('The path of the integration.', `${API}/integrations/${EXAMPLE_INTEGRATION_ID}`) },
      }),
    },
    problems: [...writing, 'insufficient_storage'],
    handle: createIntegration,
  }),
  route({
    method: 'GET',
    path: `${API}/integrations`,
    scope: 'connect',
    id: 'listIntegrations',
    tag: 'integrations',
    summary: 'Lists integrations, sorted by name',
    answers: { 200: jsonAnswer('All integrations', array(integrationView), { example: [exampleIntegration] }) },
    problems: ['not_released'],
    handle: listIntegrations,
  }),
  route({
    method: 'GET',
    path: `${API}/integrations/:id`,
    scope: 'connect',
    id: 'getIntegration',
    tag: 'integrations',
    summary: 'Returns an integration',
    params,
    answers: { 200: jsonAnswer('The integration', integrationView, { example: exampleIntegration }) },
    problems: ['not_released', 'integration_not_found'],
    handle: getIntegration,
  }),
  route({
    method: 'PUT',
    path: `${API}/integrations/:id`,
    scope: 'connect',
    id: 'replaceIntegration',
    tag: 'integrations',
    summary: 'Replaces an integration',
    description: 'The body may contain the members that the service adds. Open transfers finish with the old settings.',
    params,
    body,
    answers: {
      200: jsonAnswer('The integration is replaced', integrationView, {
        example: { ...exampleIntegration, version: 2 },
      }),
    },
    problems: [...writing, 'integration_not_found', 'integration_in_git'],
    handle: replaceIntegration,
  }),
  route({
    method: 'DELETE',
    path: `${API}/integrations/:id`,
    scope: 'connect',
    id: 'deleteIntegration',
    tag: 'integrations',
    summary: 'Removes an integration that no job uses',
    params,
    answers: { 204: emptyAnswer('The integration is removed') },
    problems: [
      'not_released',
      'integration_not_found',
      'integration_in_git',
      'integration_in_use',
      'disk_full',
      'storage_failed',
    ],
    handle: deleteIntegration,
  }),
  route({
    method: 'POST',
    path: `${API}/integrations/:id/test`,
    scope: 'connect',
    id: 'testIntegration',
    tag: 'integrations',
    summary: 'Opens a connection to an integration and lists its root',
    description:
      'The test ends at the first step that fails, and after 10 s. A server whose host key is not in `hostKeys` fails at `hostKey` with the fingerprint that it showed.',
    params,
    body: testBody,
    answers: { 200: jsonAnswer('The test has ended, also if a step failed', testOutcome, { example: exampleTest }) },
    problems: [
      'not_released',
      'vault_locked',
      'malformed_request',
      'malformed_json',
      'invalid_value',
      'too_large',
      'unsupported_media_type',
      'integration_not_found',
      'invalid_integration',
    ],
    handle: testConnection,
  }),
  route({
    method: 'GET',
    path: `${API}/integrations/:id/files`,
    scope: 'connect',
    id: 'listIntegrationFiles',
    tag: 'integrations',
    summary: 'Lists files of a folder of an integration, in the order of the remote system',
    params,
    query: fileFilters,
    answers: { 200: jsonAnswer('The files', array(remoteFile), { example: [exampleRemoteFile] }) },
    problems: [
      'not_released',
      'vault_locked',
      'invalid_value',
      'integration_not_found',
      'source_not_found',
      'invalid_integration',
      'source_unreachable',
      'source_failed',
      'source_timed_out',
    ],
    handle: listFiles,
  }),
];
