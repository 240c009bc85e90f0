import type { Client, Diagnostic, SampleFile } from '../../../client/client.ts';
import { findFieldLines, listFields, type ShownField } from './field-lines.ts';
import { toYaml, type YamlText } from './to-yaml.ts';

/** One spec with everything that its view shows. */
export interface ShownSpec {
  name: string;
  origin: 'git' | 'api';
  version: string;
  revision: number | null;
  updatedAt: string | null;
  diagnostics: readonly Diagnostic[];
  fields: readonly ShownField[];
  yaml: YamlText;
  /** Null if the spec has errors. Then there is no module and no description. */
  compiled: { module: YamlText; description: string } | null;
  samples: readonly SampleFile[];
}

/** Reads a spec. Rejects with an Error whose message is for the user. */
export async function loadShownSpec(client: Client, name: string): Promise<ShownSpec> {
  const found = await client.getSpec({ id: name });
  if (found === null) throw new Error('The service returned no spec.');
  // The members that the service adds are not part of the spec.
  const { id, origin, version, revision, createdAt: _, updatedAt, diagnostics, ...spec } = found;
  const fields = listFields(spec);
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  return {
    ...{ name: String(spec.name), origin, version, diagnostics, fields },
    revision: revision ?? null,
    updatedAt: updatedAt ?? null,
    yaml: toYaml(spec),
    compiled: hasErrors ? null : await loadCompiled(client, { id, fields }),
    samples: await client.listSamples({ id }),
  };
}

async function loadCompiled(
  client: Client,
  { id, fields }: { id: string; fields: readonly ShownField[] },
): Promise<NonNullable<ShownSpec['compiled']>> {
  const [text, description] = await Promise.all([client.getModule({ id }), client.getSpecDescription({ id })]);
  const module = text ?? '';
  return { module: { text: module, lines: findFieldLines(module, fields) }, description };
}
