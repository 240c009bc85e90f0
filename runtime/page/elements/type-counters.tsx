import type { TypeCounts } from '../../../compiler/kernel/model/contract.ts';
import { formatCount } from './format.ts';

interface TypeCountersProps {
  types: readonly TypeCounts[] | undefined;
  /** Whether nothing of the file is published. */
  isWithheld: boolean;
}

/** The counters of each record type as a table. Shows nothing if the spec has one type. */
export function TypeCounters({ types = [], isWithheld }: TypeCountersProps) {
  if (types.length === 0) return null;
  return (
    <div class="scroll" role="region" aria-label="Counters of record types" tabIndex={0}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Record type</th>
            {['Records', 'Processed', 'Failed', 'Skipped', 'Published'].map((name) => (
              <th scope="col" class="number" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {types.map(({ name, total, processed, failed, skipped, published }) => (
            <tr key={name ?? ''}>
              <th scope="row">{name ?? 'unknown'}</th>
              {[total, processed, failed, skipped, isWithheld ? 0 : published].map((count, index) => (
                <td class="number" key={index}>
                  {formatCount(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
