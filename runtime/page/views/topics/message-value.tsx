import { findEncoderOf } from '../../../../compiler/formats.ts';
import type { Message } from '../../../client/client.ts';
import { formatCounted } from '../../elements/format.ts';
import { LongText } from '../../elements/long-text.tsx';

/** Number of fields that are shown before the others are asked for. */
const FIRST_MEMBERS = 4;

/** What is shown of a message. */
export interface MessageValueProps {
  message: Message;
  /** The sensitive fields of its spec. Null: the spec is not known, so every value may be sensitive. */
  sensitive: ReadonlySet<string> | null;
  showsSensitive: boolean;
}

/** The value of a message: the first fields of its record, then the others and the headers when they are asked for. */
export function MessageValue({ message, sensitive, showsSensitive }: MessageValueProps) {
  const { value, valueBase64, headers } = message;
  const encoder = findEncoderOf(headers['content-type'] ?? '');
  const members = value === undefined ? null : (encoder?.split(value) ?? null);
  const mayBeSensitive = sensitive === null || sensitive.size > 0;
  const isMasked = (name: string) => !showsSensitive && (sensitive === null || sensitive.has(name));
  const more = members?.slice(FIRST_MEMBERS) ?? [];
  return (
    <>
      {members === null ? (
        <pre>
          <Text text={value ?? valueBase64 ?? ''} isMasked={mayBeSensitive && !showsSensitive} />
        </pre>
      ) : (
        <Members members={members.slice(0, FIRST_MEMBERS)} isMasked={isMasked} />
      )}
      <details>
        <summary>{more.length > 0 ? `${formatCounted(more.length, 'more field')}, and headers` : 'Headers'}</summary>
        {more.length > 0 && (
          <>
            <Members members={more} isMasked={isMasked} />
            <strong class="block small-text">Headers</strong>
          </>
        )}
        <Members
          members={Object.entries(headers).map(([name, text]) => ({ name, text, value: text }))}
          isMasked={() => false}
        />
      </details>
    </>
  );
}

/** A member of a message: its value, and its text for null. */
interface Member {
  name: string;
  text: string;
  value: string | null;
}

function Members(props: { members: readonly Member[]; isMasked: (name: string) => boolean }) {
  return (
    <dl class="members">
      {props.members.map(({ name, text, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Text text={value ?? text} isMasked={props.isMasked(name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A text of a message, or its length if it is masked. */
export function Text({ text, isMasked }: { text: string; isMasked: boolean }) {
  if (isMasked) return <span class="masked">masked, {formatCounted([...text].length, 'character')}</span>;
  return <LongText text={text} />;
}
