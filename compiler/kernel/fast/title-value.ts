import type { RecordReport } from '../model/record-report.ts';
import { CopiedValue } from './copied-value.ts';

/** Up to this length of its JSON in UTF-16 units, a value does not bring a record near its limits. */
const MAX_UNITS = 1000;

/** The value of a line before the records. It is the same in each record, so it is read once for many of them. */
export class TitleValue {
  /** Whether the value can be copied. If not, each record must read it, because it has issues or may reach limits. */
  isKnown = false;
  readonly #json = new CopiedValue();
  #corrected = false;

  /** Reads the value. `read` returns its JSON, and adds its issues to the report, which has those of no record. */
  begin(report: RecordReport, read: () => string): void {
    report.begin();
    const json = read();
    this.isKnown = report.issues.length === 0 && !report.hasInvalid && json.length <= MAX_UNITS;
    this.#corrected = report.corrected;
    this.#json.set(json);
    report.begin();
  }

  /** Writes the value, as CopiedValue does. */
  write(output: Uint8Array, length: number, report: RecordReport): number {
    if (this.#corrected) report.corrected = true;
    return this.#json.write(output, length);
  }
}
