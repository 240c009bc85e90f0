import { parseNamespace } from '../values/parsers.ts';
import { defineSetting } from '../values/setting.ts';

/** The settings of messages with schemas. */
export const schemaSettings = {
  schemaNamespace: defineSetting<string | null>({
    flag: 'schema-namespace',
    env: 'SPECMILL_SCHEMA_NAMESPACE',
    takes: 'NAMES',
    fallback: null,
    help: 'the namespace of Avro schemas, such as com.example.payments',
    parse: parseNamespace,
  }),
};
