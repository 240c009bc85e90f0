import { EXAMPLE_SPEC, EXAMPLE_TIME } from './examples.ts';
import type { SpecSummary, SpecView } from './spec.ts';

/** The spec `orders`, which is managed in git. */
export const exampleGitSpec: SpecView = {
  id: EXAMPLE_SPEC.id,
  origin: 'git',
  version: EXAMPLE_SPEC.version,
  ...EXAMPLE_SPEC.text,
  diagnostics: [],
};

/** The spec `orders` as an item of a list. */
export const exampleGitSummary: SpecSummary = {
  id: EXAMPLE_SPEC.id,
  origin: 'git',
  version: EXAMPLE_SPEC.version,
  name: 'orders',
  format: 'CSV',
  valid: true,
};

/** The text of a spec that the API stores. */
export const exampleInput = {
  name: 'web-orders',
  format: 'CSV',
  fields: [{ name: 'id', type: 'STRING', required: true }],
};

/** That spec as the service returns it. */
export const exampleApiSpec: SpecView = {
  id: '0b54a5c1-6a3e-4f0e-8b86-1f4f6f1f2c3d',
  origin: 'api',
  version: '6445a85b75c2c27ed59973d67f40b34393b27ad7355f4096dbf6af35de0332b1',
  revision: 1,
  createdAt: EXAMPLE_TIME,
  updatedAt: EXAMPLE_TIME,
  ...exampleInput,
  diagnostics: [],
};
