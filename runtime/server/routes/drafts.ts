import { jsonAnswer } from '../api/answer.ts';
import { jsonBody } from '../api/body.ts';
import { type Route, route } from '../api/route.ts';
import { checkDraft } from '../resources/drafts.ts';
import { draftCheck, draftInput } from '../shapes/draft.ts';
import { exampleApiSpec, exampleInput } from '../shapes/spec-examples.ts';
import { API } from './paths.ts';

/** The route of drafts: specs that a person edits, and that are not stored. */
export const draftRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${API}/drafts`,
    scope: 'specs',
    storesNothing: true,
    id: 'checkDraft',
    tag: 'specs',
    summary: 'Compiles the text of a draft, and returns its diagnostics and its module',
    description: 'Nothing is stored. The positions of the diagnostics are those in the text.',
    body: jsonBody(draftInput, {
      text: 'name: web-orders\nformat: CSV\nfields: [{ name: id, type: STRING, required: true }]\n',
    }),
    answers: {
      200: jsonAnswer('The outcome', draftCheck, {
        example: {
          valid: true,
          diagnostics: [],
          compiled: { spec: exampleInput, version: exampleApiSpec.version, module: 'export const spec = {};\n' },
        },
      }),
    },
    problems: [
      'malformed_json',
      'malformed_request',
      'invalid_value',
      'too_large',
      'request_timeout',
      'unsupported_media_type',
      'too_busy',
      'spec_not_found',
    ],
    handle: checkDraft,
  }),
];
