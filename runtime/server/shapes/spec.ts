import { type Format, formatNames } from '../../../compiler/formats.ts';
import { createSpecSchema, type JsonSchema } from '../../../compiler/index.ts';
import type { SpecDiagnostic } from '../../state/registry/compile/spec-diagnostic.ts';
import {
  type AnySchema,
  array,
  boolean,
  integer,
  jsonSchema,
  named,
  nullable,
  object,
  oneOf,
  optional,
  type Schema,
  string,
} from '../api/schema.ts';

/** A diagnostic as the service returns it. */
export type PublicDiagnostic = Omit<SpecDiagnostic, 'length'>;

/** One finding about a spec. */
export const diagnosticSchema = named(
  'Diagnostic',
  object<PublicDiagnostic>({
    code: jsonSchema({ type: 'string', description: 'The kind of finding, for example `unknown_field`.' }),
    severity: oneOf(['error', 'warning'], 'A spec with an error is not stored.'),
    message: string('What is wrong, and what to do.'),
    path: string('A JSON pointer into the spec. Empty: the spec as a whole.'),
    line: integer('The line in the text, from 1.'),
    column: integer('The column in the text, from 1.'),
    hint: nullable(string('Advice on how to correct the spec.')),
  }),
);

/** The members that the service adds to a spec. */
interface ServiceMembers {
  id: string;
  origin: 'git' | 'api';
  version: string;
  revision?: number;
  createdAt?: string;
  updatedAt?: string;
}

const serviceMembers = {
  id: string('The id of the spec. It never changes.', { format: 'uuid' }),
  origin: oneOf(['git', 'api'], 'Where the spec is managed: in the specs folder, or over the API.'),
  version: string('SHA-256 of the spec in canonical form (RFC 8785). It is the ETag.'),
  revision: optional(integer('The number of the version. Specs of the API only.')),
  createdAt: optional(string('When the spec was created. Specs of the API only.', { format: 'date-time' })),
  updatedAt: optional(string('When the spec was last replaced. Specs of the API only.', { format: 'date-time' })),
};

/** A spec as an item of a list. */
export interface SpecSummary extends ServiceMembers {
  name: string;
  description?: string;
  format?: Format;
  valid: boolean;
}

/** A spec as an item of a list: without its fields, rules and diagnostics. */
const specSummary = named(
  'SpecSummary',
  object<SpecSummary>({
    ...serviceMembers,
    name: string('The name of the spec.'),
    description: optional(string('What the files contain.')),
    format: optional(oneOf(formatNames, 'The format of the file.')),
    valid: boolean('Whether the spec compiles in this version of the service.'),
  }),
);

/** A spec as the service returns it. Its own members are those of the spec language. */
export interface SpecView extends ServiceMembers {
  name: string;
  diagnostics: PublicDiagnostic[];
  [member: string]: unknown;
}

/** The schema of the spec language. Its large members are components, because two schemas have them. */
const language = createSpecSchema();
// The cast is safe: the schema of the spec language is that of an object.
const members = Object.entries(language['properties'] as Readonly<Record<string, JsonSchema>>).map(
  ([name, json]) => [name, isLarge(json) ? named(nameOfMember(name), jsonSchema(json)) : jsonSchema(json)] as const,
);

/** The text of a spec as JSON. */
export const specInput = named('SpecInput', createSpecShape<object>({}));

/** A spec with its text, its version and its diagnostics. */
export const specView = named(
  'Spec',
  createSpecShape<SpecView>(
    object<ServiceMembers & { diagnostics: PublicDiagnostic[] }>({
      ...serviceMembers,
      diagnostics: array(diagnosticSchema, 'Warnings about the spec; errors if it does not compile in this version.'),
    }),
  ),
);

function createSpecShape<T>({ json = {}, components = {} }: Partial<AnySchema>): Schema<T> {
  // The casts are safe: both schemas are those of objects.
  const added = (json['properties'] ?? {}) as JsonSchema;
  const required = [json, language].flatMap((schema) => (schema['required'] ?? []) as string[]);
  return {
    json: {
      type: 'object',
      description: language['description'],
      properties: { ...added, ...Object.fromEntries(members.map(([name, member]) => [name, member.json])) },
      required,
      additionalProperties: false,
    },
    components: Object.assign(
      { ...components },
      ...members.map(([, member]) => member.components),
    ) as AnySchema['components'],
  };
}

function isLarge(schema: JsonSchema): boolean {
  return JSON.stringify(schema).length > 1000;
}

function nameOfMember(name: string): string {
  return `Spec${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The outcome of checking a spec. */
export interface SpecCheck {
  valid: boolean;
  diagnostics: PublicDiagnostic[];
}

/** The outcome of checking a spec. */
export const specCheck = named(
  'SpecCheck',
  object<SpecCheck>({
    valid: boolean('Whether the spec has no error.'),
    diagnostics: array(diagnosticSchema, 'All errors and warnings.'),
  }),
);

/** An item of the list of specs: a summary; with `include=spec` the whole spec. */
export const listedSpec: Schema<SpecSummary | SpecView> = {
  json: { anyOf: [specSummary.json, specView.json] },
  components: { ...specSummary.components, ...specView.components },
};
