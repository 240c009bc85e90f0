import { array, integer, named, nullable, object, oneOf, optional, record, string } from '../api/schema.ts';
import { EXAMPLE_TIME } from './examples.ts';
import { diagnosticSchema, type PublicDiagnostic } from './spec.ts';

/** The process responds. */
export const liveness = named('Liveness', object<{ status: 'live' }>({ status: oneOf(['live'], 'Always `live`.') }));

const REASONS = [
  'stopping',
  'draining',
  'data_folder_lost',
  'disk_full',
  'storage_failed',
  'store_unavailable',
  'files_unavailable',
  'insufficient_storage',
  'broker_unavailable',
] as const;

/** A reason why the service cannot do its work. */
export type Reason = (typeof REASONS)[number];

/** Whether the service can do its work, and which state of the specs folder it uses. */
export interface Readiness {
  status: 'ready' | Reason;
  reasons: Reason[];
  specs: {
    git: { state: string; since: string; specs: number; newer: BrokenSpecs | null };
    api: number;
  };
  /** Null with `--vault off`. */
  integrations: GitIntegrationsState | null;
}

/** The integrations of the specs folder. */
export interface GitIntegrationsState {
  git: number;
  /** How often each code is in the diagnostics of files with errors. */
  broken: Record<string, number>;
}

/** Why a newer state of the specs folder is not in service. */
export interface BrokenSpecs {
  state: string | null;
  found: string;
  problems: { file: string | null; codes: Record<string, number>; diagnostics?: PublicDiagnostic[] }[];
}

const brokenSpecs = named(
  'BrokenSpecs',
  object<BrokenSpecs>({
    state: nullable(string('Identifies the state. Null if the folder cannot be read.')),
    found: string('When the state was found.', { format: 'date-time' }),
    problems: array(
      object<BrokenSpecs['problems'][number]>({
        file: nullable(string('The file with errors. Null if the folder cannot be read.')),
        codes: record(integer('How many.'), 'The codes of its diagnostics, with their numbers.'),
        diagnostics: optional(array(diagnosticSchema, 'Only for callers with the scope `read`.')),
      }),
      'The files with errors.',
    ),
  }),
);

const gitIntegrations = named(
  'GitIntegrationsState',
  object<GitIntegrationsState>({
    git: integer('The number of integrations in git that are in service.'),
    broken: record(integer('How many.'), 'The codes of the errors in their files, with their numbers.'),
  }),
);

/** Whether the service can do its work, and which state of the specs folder it uses. */
export const readiness = named(
  'Readiness',
  object<Readiness>({
    status: oneOf(['ready', ...REASONS], '`ready`, or the first of the reasons.'),
    reasons: array(oneOf(REASONS, 'A reason why the service cannot do its work.'), 'Empty if it can.'),
    specs: object<Readiness['specs']>({
      git: object<Readiness['specs']['git']>({
        state: string('Identifies the state of the specs folder that is in service.'),
        since: string('When that state was loaded.', { format: 'date-time' }),
        specs: integer('The number of its specs.'),
        newer: nullable(brokenSpecs),
      }),
      api: integer('The number of specs of the API.'),
    }),
    integrations: nullable(gitIntegrations),
  }),
);

/** A service that is ready. */
export const exampleReadiness: Readiness = {
  status: 'ready',
  reasons: [],
  specs: {
    git: {
      state: '6d0b0fa2f1b8f7f0e3c1c7e3b5a4d2918f7e6c5b4a39281706f5e4d3c2b1a090',
      since: EXAMPLE_TIME,
      specs: 1,
      newer: null,
    },
    api: 0,
  },
  integrations: { git: 0, broken: {} },
};
