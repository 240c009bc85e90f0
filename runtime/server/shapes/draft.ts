import { array, boolean, named, nullable, object, optional, string } from '../api/schema.ts';
import { diagnosticSchema, type PublicDiagnostic, specInput } from './spec.ts';

/** The text of a draft. */
export interface DraftInput {
  text: string;
  specId?: string | null;
}

/** A spec that a person edits, and that is not stored. */
export const draftInput = named(
  'DraftInput',
  object<DraftInput>({
    text: string('The spec in YAML or JSON, also with errors. At most 1 MiB.'),
    specId: optional(nullable(string('The id or the name of the spec that the draft replaces. Default: a new spec.'))),
  }),
);

/** The outcome of checking a draft. */
export interface DraftCheck {
  valid: boolean;
  diagnostics: PublicDiagnostic[];
  compiled: CompiledDraft | null;
}

interface CompiledDraft {
  spec: object;
  version: string;
  module: string;
}

/** The outcome of checking a draft. */
export const draftCheck = named(
  'DraftCheck',
  object<DraftCheck>({
    valid: boolean('Whether the draft has no error, so that it can be stored.'),
    diagnostics: array(diagnosticSchema, 'All errors and warnings. Their positions are those in the text.'),
    compiled: nullable(
      object<CompiledDraft>({
        spec: specInput,
        version: string('SHA-256 of the spec in canonical form (RFC 8785).'),
        module: string('The standalone ES module.'),
      }),
    ),
  }),
);
