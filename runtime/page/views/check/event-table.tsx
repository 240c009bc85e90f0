import { useState } from 'preact/hooks';
import { formatCount, formatCounted } from '../../elements/format.ts';
import type { PreviewEvent, PreviewMember } from '../../file/preview.ts';

/** Number of columns of the table. The JSON has all members. */
const MAX_COLUMNS = 100;

const FORMS = [
  ['Table', false],
  ['JSON', true],
] as const;

/** Events that a file would publish, as a table or as JSON. */
export function EventTable({ events }: { events: readonly PreviewEvent[] }) {
  const [isJson, setJson] = useState(false);
  if (events.length === 0) return <p>No record at the beginning of the file becomes an event.</p>;
  return (
    <>
      <div class="buttons" role="group" aria-label="Form of the events">
        {FORMS.map(([name, asJson]) => (
          <button
            key={name}
            type="button"
            class="chip"
            aria-pressed={isJson === asJson}
            onClick={() => setJson(asJson)}
          >
            {name}
          </button>
        ))}
      </div>
      {isJson ? <Json events={events} /> : <Table events={events} />}
    </>
  );
}

function Table({ events }: { events: readonly PreviewEvent[] }) {
  const names = [...new Set(events.flatMap(({ members }) => members.map(({ name }) => name)))].slice(0, MAX_COLUMNS);
  return (
    <div class="scroll" role="region" aria-label="Table of events" tabIndex={0}>
      <table class="list events">
        <thead>
          <tr>
            <th scope="col" class="number">
              Record
            </th>
            {names.map((name) => (
              <th scope="col" key={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {events.map(({ record, members }) => (
            <tr key={record}>
              <th scope="row" class="number">
                {formatCount(record)}
              </th>
              {names.map((name) => (
                <td key={name} class="cell">
                  <Value member={members.find((member) => member.name === name)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Value({ member }: { member: PreviewMember | undefined }) {
  if (member === undefined) return null;
  if (member.json === null) return <span class="masked">masked, {formatCounted(member.length, 'character')}</span>;
  return member.text === null ? <span class="quiet">null</span> : <>{member.text}</>;
}

function Json({ events }: { events: readonly PreviewEvent[] }) {
  return (
    <ol class="event-list">
      {events.map(({ record, members }) => (
        <li key={record}>
          <span class="quiet small-text">Record {formatCount(record)}</span>
          <pre tabIndex={0}>{writeJson(members)}</pre>
        </li>
      ))}
    </ol>
  );
}

/** Returns an event as indented JSON, in which a masked value is a text that says so. */
function writeJson(members: readonly PreviewMember[]): string {
  const lines = members.map(
    ({ name, json, length }) =>
      `  ${JSON.stringify(name)}: ${json ?? JSON.stringify(`masked, ${formatCounted(length, 'character')}`)}`,
  );
  return `{\n${lines.join(',\n')}\n}`;
}
