import { formatCount } from '../../elements/format.ts';
import { Time } from '../../elements/time.tsx';
import { MessageValue, type MessageValueProps, Text } from './message-value.tsx';

/** One message with its key, value and headers. */
export function MessageRow({ message, sensitive, showsSensitive }: MessageValueProps) {
  const { offset, timestamp, key } = message;
  // A key is made of fields, so it may be made of a sensitive one.
  const hasSensitive = sensitive === null || sensitive.size > 0;
  return (
    <tr role="row">
      <th scope="row" role="rowheader" class="number">
        {formatCount(offset)}
      </th>
      <td role="cell">
        <Time at={timestamp} />
      </td>
      <td role="cell" class="cell message-key">
        {key === null ? <span class="quiet">–</span> : <Text text={key} isMasked={hasSensitive && !showsSensitive} />}
      </td>
      <td role="cell" class="message-value">
        <MessageValue message={message} sensitive={sensitive} showsSensitive={showsSensitive} />
      </td>
    </tr>
  );
}
