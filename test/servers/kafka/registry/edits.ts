import { type AnySpec, createSpecSchemas, createSubjectSchemas, readAndCheck } from '../../../../compiler/index.ts';
import { isEncodable } from '../../../../compiler/pipeline/2-check/encoder.ts';
import { findAllConflicts, findAllJsonConflicts } from '../../../../compiler/tools/diff/registry/judge-changes.ts';
import { caseNames, readState } from '../../../compiler/diff/change-case.ts';

/** A change of the schema of messages. */
export interface Edit {
  readonly name: string;
  readonly old: string;
  readonly now: string;
  /** The levels with a conflict. */
  readonly conflicts: readonly string[];
  readonly form: SchemaForm;
}

/** The schemas of messages in a registry. */
interface SchemaForm {
  readonly schemaType: 'JSON' | null;
  /** Returns whether messages of a spec have such schemas. */
  fits(spec: AnySpec): boolean;
  schemasOf(spec: AnySpec): readonly { readonly schema: unknown }[];
  conflictsOf(old: AnySpec, now: AnySpec): readonly { readonly level: string }[];
}

export const AVRO_FORM: SchemaForm = {
  schemaType: null,
  fits: (spec) => isEncodable(spec, 'AVRO'),
  schemasOf: (spec) => createSpecSchemas(spec, 'AVRO', null),
  conflictsOf: findAllConflicts,
};
export const JSON_FORM: SchemaForm = {
  schemaType: 'JSON',
  fits: () => true,
  schemasOf: createSubjectSchemas,
  conflictsOf: findAllJsonConflicts,
};

/** Returns the edits that change the schema of a spec with one, each pair of schemas once. */
export function listEdits(form: SchemaForm): Edit[] {
  const edits = new Map<string, Edit>();
  for (const name of caseNames('')) {
    const specs = ['old', 'new'].map((state) => readAndCheck(readState(name, state)).spec as AnySpec);
    if (!specs.every(form.fits)) continue;
    for (const [before, after] of [specs, specs.toReversed()] as [AnySpec, AnySpec][]) {
      const [olds, news] = [before, after].map((spec) => form.schemasOf(spec));
      if (olds?.length !== 1 || news?.length !== 1) continue;
      const [old, now] = [olds, news].map((schemas) => JSON.stringify(schemas[0]?.schema)) as [string, string];
      const conflicts = form.conflictsOf(before, after).map(({ level }) => level);
      if (old !== now) edits.set(`${old} ${now}`, { name, old, now, conflicts, form });
    }
  }
  return [...edits.values()];
}
