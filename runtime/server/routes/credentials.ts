import { emptyAnswer, header, jsonAnswer } from '../api/answer.ts';
import { jsonBody } from '../api/body.ts';
import { text } from '../api/parameter.ts';
import { type Route, route } from '../api/route.ts';
import { array } from '../api/schema.ts';
import {
  createCredential,
  deleteCredential,
  getCredential,
  listCredentials,
  rotateCredential,
} from '../resources/credentials.ts';
import {
  credentialInput,
  credentialView,
  EXAMPLE_CREDENTIAL_ID,
  exampleCredential,
  rotationInput,
} from '../shapes/credential.ts';
import { API } from './paths.ts';

const params = {
  id: text('The id or the name of a credential. An id takes precedence.', { example: exampleCredential.name }),
};

const reading = ['not_released', 'vault_locked'] as const;
const writing = [
  ...reading,
  'malformed_request',
  'malformed_json',
  'too_large',
  'unsupported_media_type',
  'invalid_credential',
  'disk_full',
  'storage_failed',
] as const;

/** The routes of credentials. No response contains a secret. */
export const credentialRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${API}/credentials`,
    scope: 'connect',
    id: 'createCredential',
    tag: 'credentials',
    summary: 'Stores a credential, encrypted',
    body: jsonBody(credentialInput, {
      name: 'insurer-password',
      type: 'PASSWORD',
      secret: { password: 'a long secret' },
      metadata: { username: 'specmill' },
      hosts: ['sftp.insurer.example'],
      types: ['SFTP'],
    }),
    answers: {
      201: jsonAnswer('The credential is stored', credentialView, {
        example: exampleCredential,
        headers: { Location: header('The path of the credential.', `${API}/credentials/${EXAMPLE_CREDENTIAL_ID}`) },
      }),
    },
    problems: [...writing, 'name_taken', 'insufficient_storage'],
    handle: createCredential,
  }),
  route({
    method: 'GET',
    path: `${API}/credentials`,
    scope: 'connect',
    id: 'listCredentials',
    tag: 'credentials',
    summary: 'Lists credentials without their secrets, sorted by name',
    answers: { 200: jsonAnswer('All credentials', array(credentialView), { example: [exampleCredential] }) },
    problems: reading,
    handle: listCredentials,
  }),
  route({
    method: 'GET',
    path: `${API}/credentials/:id`,
    scope: 'connect',
    id: 'getCredential',
    tag: 'credentials',
    summary: 'Returns a credential without its secret',
    params,
    answers: { 200: jsonAnswer('The credential', credentialView, { example: exampleCredential }) },
    problems: [...reading, 'credential_not_found'],
    handle: getCredential,
  }),
  route({
    method: 'PUT',
    path: `${API}/credentials/:id`,
    scope: 'connect',
    id: 'rotateCredential',
    tag: 'credentials',
    summary: 'Replaces the secret of a credential',
    description:
      'Connections that are opened from now on use the new secret. Open transfers finish with the old one. Name and type cannot change. `hosts` and `types` replace those of the credential, which only the secret allows.',
    params,
    body: jsonBody(rotationInput, { secret: { password: 'the next long secret' } }),
    answers: {
      200: jsonAnswer('The next version is stored', credentialView, {
        example: { ...exampleCredential, version: 2, rotatedAt: exampleCredential.createdAt },
      }),
    },
    problems: [...writing, 'credential_not_found'],
    handle: rotateCredential,
  }),
  route({
    method: 'DELETE',
    path: `${API}/credentials/:id`,
    scope: 'connect',
    id: 'deleteCredential',
    tag: 'credentials',
    summary: 'Removes a credential that no integration uses',
    params,
    answers: { 204: emptyAnswer('The credential is removed') },
    problems: [...reading, 'credential_not_found', 'credential_in_use', 'disk_full', 'storage_failed'],
    handle: deleteCredential,
  }),
];
