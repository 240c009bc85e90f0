import type { SpecText } from '../../../../compiler/index.ts';
import { findConnectorType } from '../../../connector/types/connector-types.ts';
import type { CheckContext } from '../../../connector/types/connector-type.ts';
import { InvalidConfig } from '../../../connector/types/invalid-config.ts';
import { isSourceName, NAME_RULE } from '../../../base/model/source-name.ts';
import {
  type FileDiagnostic,
  parseDefinitionFile,
  type ValueProblem,
} from '../../../state/registry/folder/definition-file.ts';
import { gitSpecId } from '../../../state/registry/spec/spec-id.ts';

/** An integration in git. It names its credential. */
export interface GitIntegration {
  /** UUIDv5 of the name. */
  readonly id: string;
  readonly name: string;
  readonly type: string;
  /** The name of the credential; null if the integration has none. */
  readonly credential: string | null;
  /** The checked config with all defaults. */
  readonly config: Readonly<Record<string, unknown>>;
}

/** The code of a diagnostic of a file that defines an integration. */
export type IntegrationCode = 'invalid_yaml' | 'invalid_integration' | 'name_differs';

/** A diagnostic of a file that defines an integration. It never contains a value of the file, which may be a secret. */
export type IntegrationDiagnostic = FileDiagnostic<IntegrationCode>;

/** The result of reading a file that defines an integration. */
export type IntegrationFileReading =
  | {
      readonly kind: 'valid';
      readonly value: GitIntegration;
      /** Returns the diagnostic of a problem that was found later. */
      locate(problem: ValueProblem): IntegrationDiagnostic;
    }
  | { readonly kind: 'broken'; readonly diagnostics: readonly IntegrationDiagnostic[] };

const KEYS = ['name', 'type', 'credential', 'config'];

/** Reads the text of a file that defines an integration. It has the members of the API. Never throws. */
export function readIntegrationFile(input: SpecText, context: CheckContext): IntegrationFileReading {
  const { value, error, locate } = parseDefinitionFile(input, 'invalid_integration');
  if (error !== null) return { kind: 'broken', diagnostics: [error] };
  const at = (problem: ValueProblem): IntegrationDiagnostic => locate(problem, 'invalid_integration');
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'broken', diagnostics: [at(problemAt([], `an integration is a mapping with ${KEYS.join(', ')}`))] };
  const written = value as Readonly<Record<string, unknown>>;
  const { problems, type, config } = check(written, context);
  const { name, credential = null } = written;
  const diagnostics = problems.map(at);
  if (isSourceName(name) && input.expectedName !== undefined && name !== input.expectedName)
    diagnostics.push(
      locate(problemAt(['name'], `"name" is "${name}", but the file is named "${input.expectedName}"`), 'name_differs'),
    );
  if (diagnostics.length > 0 || !isSourceName(name)) return { kind: 'broken', diagnostics };
  // check() has found no problem, so the credential is a name or null.
  const integration = { id: gitIntegrationId(name), name, type, credential: credential as string | null, config };
  return { kind: 'valid', value: integration, locate: at };
}

/** Returns the id of an integration in git. It differs from that of a spec or a job with the same name. */
function gitIntegrationId(name: string): string {
  return gitSpecId(`integrations/${name}`);
}

/** Returns the problem that an InvalidConfig states, in the words of a file. */
export function toProblem({ field, message, at }: InvalidConfig): ValueProblem {
  const [member, name] = [field.split('.', 1)[0] ?? '', field.slice(field.indexOf('.') + 1)];
  const path = field.includes('.') ? [member, name] : [field === 'credentialId' ? 'credential' : field];
  return { path, at, message: message.replaceAll('credentialId', 'credential').replace(/\.$/, '') };
}

function check(
  written: Readonly<Record<string, unknown>>,
  context: CheckContext,
): { problems: ValueProblem[]; type: string; config: GitIntegration['config'] } {
  const problems: ValueProblem[] = Object.keys(written)
    .filter((key) => !KEYS.includes(key))
    .map((key) => ({
      path: [key],
      at: 'key',
      message: `"${key.slice(0, 100)}" is not a key of an integration. Its keys are ${KEYS.join(', ')}`,
    }));
  const { name, type, credential = null, config } = written;
  if (!isSourceName(name)) problems.push(problemAt(['name'], NAME_RULE));
  if (credential !== null && !isSourceName(credential))
    problems.push(problemAt(['credential'], '"credential" is the name of a credential. Store the secret in the vault'));
  try {
    const connectorType = findConnectorType(type);
    const { credentialTypes, isCredentialRequired } = connectorType;
    if (credential === null && isCredentialRequired)
      problems.push(
        problemAt(
          ['credential'],
          `${connectorType.type} needs a credential of the type ${credentialTypes.join(' or ')}`,
        ),
      );
    if (credential !== null && credentialTypes.length === 0)
      problems.push(problemAt(['credential'], `${connectorType.type} takes no credential`));
    return { problems, type: connectorType.type, config: connectorType.check(config, context).members };
  } catch (error) {
    if (!(error instanceof InvalidConfig)) throw error;
    return { problems: [...problems, toProblem(error)], type: '', config: {} };
  }
}

function problemAt(path: readonly string[], message: string): ValueProblem {
  return { path, at: 'value', message };
}
