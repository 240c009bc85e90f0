import { formatCount } from './format.ts';

/** A counter of a result with its name. A count above zero is marked if it is important. */
export type Counter = readonly [name: string, count: number, isImportant: boolean];

/** What counters mean, by their names. */
export type Meanings = readonly (readonly [name: string, meaning: string])[];

const RECORDS: Meanings = [
  ['Processed', 'the record can become an event. It may have errors and warnings, but nothing that rejects it.'],
  ['Published', 'the record became an event, or would. Nothing is published of a file that is not correct as a whole.'],
  ['Failed', 'the record is rejected: it cannot become an event.'],
  ['Skipped', 'the record has an error, and records with errors are left out.'],
  ['With errors', 'the record has an error or is rejected, whatever becomes of it.'],
  ['Only warnings', 'the record has a warning and nothing worse.'],
  ['Corrected', 'a correction of the spec changed a value, for example the form of a date.'],
  ['Other lines', 'lines that are not records, such as comments and blank lines.'],
];

interface CountersProps {
  counters: readonly Counter[];
  /** By default those of the counters of records. */
  meanings?: Meanings;
}

/** Counters, and what they mean when the user asks for it. */
export function Counters({ counters, meanings = RECORDS }: CountersProps) {
  return (
    <>
      <dl class="facts">
        {counters.map(([name, count, isImportant]) => (
          <div key={name} class={isImportant && count > 0 ? 'important' : ''}>
            <dt>{name}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <details class="meanings">
        <summary>What the numbers mean</summary>
        <ul>
          {meanings.map(([name, meaning]) => (
            <li key={name}>
              <strong>{name}:</strong> {meaning}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
