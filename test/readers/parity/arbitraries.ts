import * as fc from 'fast-check';
import { dial, pick } from './field-draft.ts';
import { fileDrafts } from './file-draft.ts';
import type { FileDraft } from './file-draft.ts';
import { renderFile } from './render.ts';
import { createSpec, specDrafts } from './spec-draft.ts';
import type { GeneratedSpec, SpecDraft } from './spec-draft.ts';
import { addTitles } from './title-draft.ts';

/** How a test passes a file to a module. */
export interface Feeding {
  /** Sizes of the chunks, used in turn. Empty: the whole file in one chunk. */
  chunks: number[];
  skipInvalidRecords: boolean;
  batchRecords: number;
  messages: boolean;
  /** The limit maxRecordBytes. 0: none. */
  maxRecordBytes: number;
  /** The batch after which reading resumes. */
  resumeAt: number;
}

/**
 * One spec, its files, and how they are read, as fast-check generated them. Shrinking works on this type;
 * `createScenario` derives the rest.
 */
export interface ScenarioDraft {
  spec: SpecDraft;
  files: { file: FileDraft; feeding: Feeding }[];
  /** 0: JSON; 1: YAML. */
  syntax: number;
  today: number;
}

const feedings: fc.Arbitrary<Feeding> = fc.record({
  chunks: fc.oneof(
    fc.constant<number[]>([]),
    fc.constant<number[]>([1]),
    fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
  ),
  skipInvalidRecords: fc.boolean(),
  batchRecords: pick.map((n) => [1000, 1, 2, 3, 7][n % 5] ?? 1000),
  messages: fc.nat(7).map((n) => n < 7),
  maxRecordBytes: dial.map((n) => (n % 3 === 0 ? 0 : 20 + (n % 100))),
  resumeAt: pick,
});

export const scenarioDrafts: fc.Arbitrary<ScenarioDraft> = fc.record({
  spec: specDrafts,
  files: fc.array(fc.record({ file: fileDrafts, feeding: feedings }), { minLength: 1, maxLength: 8 }),
  syntax: fc.nat(1),
  today: fc.nat(4),
});

export interface Scenario {
  spec: GeneratedSpec['spec'];
  syntax: 'json' | 'yaml';
  today: string;
  files: { bytes: Uint8Array; feeding: Feeding }[];
}

/** Turns a draft into a valid spec and the bytes of its files. */
export function createScenario(draft: ScenarioDraft): Scenario {
  const made = createSpec(draft.spec);
  return {
    spec: addTitles(made.spec, draft.spec.lines.top),
    syntax: draft.syntax === 0 ? 'json' : 'yaml',
    today: ['2024-02-29', '2024-03-31', '2024-01-31', '2023-02-28', '2024-12-31'][draft.today] ?? '2024-02-29',
    files: draft.files.map(({ file, feeding }) => ({ bytes: renderFile(file, made), feeding })),
  };
}
