/** Thrown if a workbook cannot be read. `code` becomes that of the failure of the run. It contains no value of a cell. */
export class WorkbookFailure extends Error {
  override readonly name = 'WorkbookFailure';
  readonly code: 'decompression_failed' | 'unsupported_file' | 'sheet_not_found';

  constructor(code: WorkbookFailure['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns the failure of a workbook whose part `part` is not what Office Open XML says. */
export function malformed(part: string, detail: string): WorkbookFailure {
  return new WorkbookFailure('decompression_failed', `the workbook is damaged: ${part}: ${detail}`);
}
