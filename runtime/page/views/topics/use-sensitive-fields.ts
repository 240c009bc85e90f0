import { useEffect, useState } from 'preact/hooks';
import type { Client, Message } from '../../../client/client.ts';
import { readSensitiveFields, type SensitiveFields, specOf } from './sensitive-fields.ts';

/** Reads the sensitive fields of each spec once. Until they are known, all values of its messages are masked. */
export function useSensitiveFields(client: Client, messages: readonly Message[]): SensitiveFields {
  const [fields, setFields] = useState<SensitiveFields>(new Map());
  const names = [...new Set(messages.map(specOf))].filter((name) => name !== null && !fields.has(name)) as string[];
  useEffect(() => {
    let isCurrent = true;
    for (const name of names)
      void readSensitiveFields(client, name).then(
        (found) => isCurrent && setFields((known) => new Map([...known, [name, found]])),
      );
    return () => {
      isCurrent = false;
    };
  }, [client, names.join('\n')]);
  return fields;
}
