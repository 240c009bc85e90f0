import type { Message } from '../../../client/client.ts';
import { MessageRow } from './message-row.tsx';
import { type SensitiveFields, specOf } from './sensitive-fields.ts';

interface MessageTableProps {
  messages: readonly Message[];
  fields: SensitiveFields;
  showsSensitive: boolean;
}

/**
 * Messages of a topic, with their keys, values and headers. On a phone, the cells of a row are below each other, so the
 * roles of the table are explicit: browsers drop them otherwise.
 */
export function MessageTable({ messages, fields, showsSensitive }: MessageTableProps) {
  return (
    <div class="scroll" role="region" aria-label="Table of messages" tabIndex={0}>
      <table class="list message-list" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {['Offset', 'Published', 'Key', 'Value'].map((title) => (
              <th key={title} scope="col" role="columnheader" class={title === 'Offset' ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {messages.map((message) => (
            <MessageRow
              key={message.offset}
              message={message}
              sensitive={fields.get(specOf(message) ?? '') ?? null}
              showsSensitive={showsSensitive}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
