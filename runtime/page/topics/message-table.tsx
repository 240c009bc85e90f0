import type { Message } from '../../client/client.ts';
import { MessageRow } from './message-row.tsx';
import { type SensitiveFields, specOf } from './sensitive-fields.ts';

interface MessageTableProps {
  messages: readonly Message[];
  fields: SensitiveFields;
  showsSensitive: boolean;
}

/** Messages of a topic, with their keys, values and headers. */
export function MessageTable({ messages, fields, showsSensitive }: MessageTableProps) {
  return (
    <div class="scroll" role="region" aria-label="Table of messages" tabIndex={0}>
      <table class="list">
        <thead>
          <tr>
            <th scope="col" class="number">
              Offset
            </th>
            <th scope="col">Published</th>
            <th scope="col">Key</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
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
