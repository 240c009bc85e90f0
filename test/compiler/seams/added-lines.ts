/** A line that adds a kind to a list. */
export interface AddedLine {
  readonly file: string;
  /** The line is added after this text. */
  readonly after: string;
  readonly line: string;
}

/**
 * The lines that the toys need besides their own files, by kind. An import is written with the line that uses it. The
 * counts are those of the tables in compiler/README.md and runtime/README.md.
 */
export const addedLines: Readonly<Record<string, readonly AddedLine[]>> = {
  format: [
    {
      file: 'compiler/language/formats/file-formats.ts',
      after: '  XML: xmlFile,\n',
      line: '  PAIRS: pairsFile,\n',
    },
    {
      file: 'compiler/language/formats/format-kinds.ts',
      after: '  XML: xml,\n',
      line: '  PAIRS: pairs,\n',
    },
    { file: 'compiler/kernel/index.ts', after: '', line: "export { findPair } from './pairs/find-pair.ts';\n" },
  ],
  rule: [
    {
      file: 'compiler/language/rules/rule-kinds.ts',
      after: '  COMPARE: compare,\n',
      line: '  STARTS_WITH: startsWith,\n',
    },
  ],
  correction: [
    {
      file: 'compiler/language/corrections/correction-kinds.ts',
      after: '  DEFAULT_IF_NULL: defaultIfNull,\n',
      line: '  DROP_PREFIX: dropPrefix,\n',
    },
  ],
  type: [
    {
      file: 'compiler/language/types/type-kinds.ts',
      after: '  BOOLEAN: booleanType,\n',
      line: '  COLOR: colorType,\n',
    },
    { file: 'compiler/language/types/column-types.ts', after: "  BOOLEAN: 'boolean',\n", line: "  COLOR: 'text',\n" },
  ],
  encoder: [
    {
      file: 'compiler/emitting/encoders/encoders.ts',
      after: '  JSON: json,\n',
      line: '  TABS: tabs,\n',
    },
    {
      file: 'compiler/kernel/index.ts',
      after: '',
      line: "export { appendTabs, toTabs } from './tabs/tabs.ts';\n",
    },
  ],
  connector: [
    {
      file: 'runtime/connector/types/connector-types.ts',
      after: 'export const connectorTypes: readonly ConnectorType[] = [\n',
      line: '  memory,\n',
    },
  ],
};

/** The imports of the lists. */
export const addedImports: Readonly<Record<string, string>> = {
  'compiler/language/formats/file-formats.ts': "import { pairsFile } from './pairs/file.ts';\n",
  'compiler/language/formats/format-kinds.ts': "import { pairs } from './pairs/kind.ts';\n",
  'compiler/language/rules/rule-kinds.ts': "import { startsWith } from './starts-with.ts';\n",
  'compiler/language/corrections/correction-kinds.ts': "import { dropPrefix } from './drop-prefix.ts';\n",
  'compiler/language/types/type-kinds.ts': "import { colorType } from './color.ts';\n",
  'compiler/emitting/encoders/encoders.ts': "import { tabs } from './tabs/tabs.ts';\n",
  'runtime/connector/types/connector-types.ts': "import { memory } from './memory.ts';\n",
};
