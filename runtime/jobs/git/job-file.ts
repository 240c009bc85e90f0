import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import type { Diagnostic, SpecText } from '../../../compiler/index.ts';
import type { DefinitionProblem } from '../definition/document.ts';
import { isMapping } from '../definition/document.ts';
import type { JobDefinition } from '../definition/job-definition.ts';
import { readDefinition } from '../definition/read-definition.ts';

/** A diagnostic of a file in git that defines a job. Its members are those of a spec's diagnostic. */
export interface JobDiagnostic extends Omit<Diagnostic, 'code'> {
  readonly code: 'invalid_yaml' | 'invalid_job' | 'name_differs';
}

/** The result of reading a file that defines a job. */
export interface JobFileReading {
  readonly input: SpecText;
  /** Null if the file has errors. */
  readonly definition: JobDefinition | null;
  readonly written: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly JobDiagnostic[];
  /** Returns the diagnostic of a problem that was found later, with its position in the file. */
  locate(problem: DefinitionProblem): JobDiagnostic;
}

/** No file of a job is larger than this, in characters. */
const MAX_TEXT = 1024 * 1024;
const MAX_ALIASES = 100;

/** Reads the text of a file that defines a job: YAML 1.2, or JSON, which is YAML. Never throws. */
export function readJobFile(input: SpecText): JobFileReading {
  const lines = new LineCounter();
  const text = input.text.length > MAX_TEXT ? '' : input.text.replace(/^\ufeff/, '');
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, version: '1.2' });
  const at = (offset: number, length: number): Pick<Diagnostic, 'line' | 'column' | 'length'> => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col), ...(length > 0 ? { length } : {}) };
  };
  const locate = (problem: DefinitionProblem): JobDiagnostic => {
    const [from, to] = rangeOf(document, problem);
    const path = problem.path.map((step) => `/${String(step).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
    return {
      code: 'invalid_job',
      severity: 'error',
      message: problem.message,
      path,
      hint: null,
      ...at(from, to - from),
    };
  };
  const invalid = (diagnostics: readonly JobDiagnostic[]): JobFileReading => ({
    input,
    definition: null,
    written: {},
    diagnostics,
    locate,
  });
  const [error] = document.errors;
  if (input.text.length > MAX_TEXT)
    return invalid([locate({ path: [], at: 'value', message: `the file is longer than ${MAX_TEXT} characters` })]);
  if (error !== undefined) {
    const message = error.message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '') ?? '';
    return invalid([
      { code: 'invalid_yaml', severity: 'error', message, path: '', hint: null, ...at(error.pos[0], 0) },
    ]);
  }
  const value = toValue(document);
  const reading = readDefinition(value);
  if (reading.kind === 'invalid') return invalid(reading.problems.map(locate));
  const name = checkName(reading.definition, input);
  if (name !== null) return invalid([{ ...locate(name), code: 'name_differs' }]);
  return { input, definition: reading.definition, written: isMapping(value) ? value : {}, diagnostics: [], locate };
}

function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    // Too many aliases: no value is the same as a wrong one.
    return null;
  }
}

function checkName({ name }: JobDefinition, { expectedName }: SpecText): DefinitionProblem | null {
  if (expectedName === undefined || name === expectedName) return null;
  return { path: ['name'], at: 'value', message: `"name" is "${name}", but the file is named "${expectedName}"` };
}

/** Returns where the value or the key of a problem is in the text, or the nearest value that contains it. */
function rangeOf(document: Document, { path, at }: DefinitionProblem): [number, number] {
  for (let length = path.length; length > 0; length--) {
    const parent = length === 1 ? document.contents : document.getIn(path.slice(0, length - 1), true);
    const step = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && key.value === step);
      const node = at === 'key' && length === path.length ? pair?.key : (pair?.value ?? pair?.key);
      const range = isNode(node) ? node.range : null;
      if (range) return [range[0], range[1]];
    } else {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return [node.range[0], node.range[1]];
    }
  }
  return [0, 0];
}

function isNode(value: unknown): value is { range?: [number, number, number] | null } {
  return typeof value === 'object' && value !== null && 'range' in value;
}
