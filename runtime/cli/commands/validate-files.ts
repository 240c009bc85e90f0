import type { ProcessingResult } from '../../base/model/result.ts';
import { reasonOf } from '../../base/files/error-reason.ts';
import { EXIT, type ExitCode } from '../command-line/command.ts';
import { SystemFailure, UsageError } from '../command-line/failures.ts';
import type { InputFile } from '../operands/input.ts';
import { printToStdout } from '../command-line/output.ts';
import { type FileVerdict, formatFileLine, formatFilesSummary } from '../format/file-verdicts.ts';
import { type Terminal, visibleJson } from '../format/terminal.ts';
import { exitCodeOf } from './run-command.ts';

/** Several files to validate, and the function that validates one. */
export interface FilesValidation {
  files: Iterable<InputFile> | AsyncIterable<InputFile>;
  /** Whether to print one line of JSON per file, instead of text and a summary. */
  isJson: boolean;
  terminal: Terminal;
  validateFile(file: InputFile): Promise<ProcessingResult>;
}

/**
 * Validates several files and prints the result of each. If `isJson` is false, also prints a summary. A UsageError or
 * SystemFailure for one file becomes its result, and the next file follows. Returns the highest exit code.
 */
export async function validateFiles({ files, isJson, terminal, validateFile }: FilesValidation): Promise<ExitCode> {
  const verdicts: FileVerdict[] = [];
  for await (const file of files) {
    const verdict = await validateOne(file, validateFile);
    verdicts.push(verdict);
    await printToStdout(isJson ? toJsonLine(verdict) : `${formatFileLine(verdict, terminal)}\n`);
  }
  if (!isJson) await printToStdout(`${formatFilesSummary(verdicts)}\n`);
  return verdicts.reduce<ExitCode>((worst, { exitCode }) => (exitCode > worst ? exitCode : worst), EXIT.success);
}

async function validateOne(input: InputFile, validateFile: FilesValidation['validateFile']): Promise<FileVerdict> {
  const file = input.shownPath ?? input.path;
  try {
    const result = await validateFile(input);
    return { file, result, failure: null, exitCode: exitCodeOf(result) };
  } catch (error) {
    if (error instanceof UsageError) return { file, result: null, failure: reasonOf(error), exitCode: EXIT.usage };
    if (error instanceof SystemFailure) return { file, result: null, failure: reasonOf(error), exitCode: EXIT.system };
    throw error;
  }
}

/**
 * Formats a verdict as one line of JSON. The line contains the path of the file, because files in different folders can
 * have the same name.
 */
function toJsonLine({ file, result, failure }: FileVerdict): string {
  const line = result ?? { status: 'FAILED', failure: { code: 'not_read', message: failure } };
  return `${visibleJson(JSON.stringify({ path: file, ...line }))}\n`;
}
