import type { Message } from '../../client/client.ts';
import { formatCount, formatCounted } from '../elements/format.ts';
import { Time } from '../elements/time.tsx';
import { showValue, splitRecord } from './record-members.ts';

interface MessageRowProps {
  message: Message;
  /** The sensitive fields of its spec. Null: the spec is not known, so every value may be sensitive. */
  sensitive: ReadonlySet<string> | null;
  showsSensitive: boolean;
}

/** One message with its key, value and headers. */
export function MessageRow({ message, sensitive, showsSensitive }: MessageRowProps) {
  const { offset, timestamp, key, headers } = message;
  // A key is made of fields, so it may be made of a sensitive one.
  const hasSensitive = sensitive === null || sensitive.size > 0;
  return (
    <tr>
      <th scope="row" class="number">
        {formatCount(offset)}
      </th>
      <td>
        <Time at={timestamp} />
      </td>
      <td class="cell">
        {key === null ? <span class="quiet">–</span> : <Value text={key} isMasked={hasSensitive && !showsSensitive} />}
      </td>
      <td class="message-value">
        <MessageValue message={message} sensitive={sensitive} showsSensitive={showsSensitive} />
        <details>
          <summary>Headers</summary>
          <dl class="members">
            {Object.entries(headers).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      </td>
    </tr>
  );
}

function MessageValue({ message, sensitive, showsSensitive }: MessageRowProps) {
  const { value, valueBase64 } = message;
  const members = value === undefined ? null : splitRecord(value);
  const mayBeSensitive = sensitive === null || sensitive.size > 0;
  if (members === null)
    return (
      <pre>
        <Value text={value ?? valueBase64 ?? ''} isMasked={mayBeSensitive && !showsSensitive} />
      </pre>
    );
  return (
    <dl class="members">
      {members.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Value text={showValue(text)} isMasked={!showsSensitive && (sensitive === null || sensitive.has(name))} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ text, isMasked }: { text: string; isMasked: boolean }) {
  return isMasked ? <span class="masked">masked, {formatCounted([...text].length, 'character')}</span> : <>{text}</>;
}
