import { existsSync } from 'node:fs';
import { findSpecs, readNamedSpec } from '../operands/spec-operand.ts';
import type { UpgradeChange, UpgradeInput } from './upgrade-change.ts';

/** What changes for the files of every spec, and which no key of a spec keeps as it was. */
const FOR_ALL: readonly Omit<UpgradeChange, 'subject'>[] = [
  {
    change:
      '7z, PDF, HTML, old Excel and pictures fail the run before its first record (unsupported_file), and so do JSON and XML if the first record has a wrong structure. Before, their bytes were read as records. bzip2, xz and tar are unpacked.',
    keep: 'unpack or convert such files before they are sent; no key reads them as text',
    isDecision: false,
  },
  {
    change:
      'UTF-16 without a byte order mark fails the run before its first record (encoding_differs). Before, its bytes were read as text.',
    keep: 'encoding: UTF-16LE',
    isDecision: false,
  },
  {
    change:
      'Control characters (U+001A) after the last line are no record, a byte order mark at the start of a line is the issue BYTE_ORDER_MARK (ERROR), and a quoted cell longer than maxRecordBytes is RECORD_TOO_LONG instead of MALFORMED_QUOTES.',
    keep: 'no key restores this; a larger maxRecordBytes reads longer cells, and skipRepeatedHeader: true reads files that were joined',
    isDecision: false,
  },
  {
    change: 'An element of XML with xsi:nil="true" is null, also if it has content. Before, its content was the value.',
    keep: 'no key restores this; a sender that means the content leaves the attribute out',
    isDecision: false,
  },
  {
    change:
      'A required value of XML that comes after its record fails the run (VALUE_AFTER_RECORD). Before, each record had the issue REQUIRED.',
    keep: 'required: false',
    isDecision: false,
  },
];

/** Returns what this release changes for the specs of the folder. Specs with errors are left out. Throws SystemFailure. */
export async function listSpecDefaults({ specs }: UpgradeInput): Promise<readonly UpgradeChange[]> {
  if (!existsSync(specs)) return [];
  const { listChangedDefaults, readAndCheck } = await import('../../../compiler/index.ts');
  const changes: UpgradeChange[] = [];
  for (const { path, folder } of await findSpecs([], specs)) {
    const { spec } = readAndCheck(await readNamedSpec(path, folder));
    if (spec === null) continue;
    changes.push(...listChangedDefaults(spec).map((change) => ({ subject: path, ...change })));
  }
  if (changes.length > 0) changes.unshift(...FOR_ALL.map((change) => ({ subject: `files of ${specs}`, ...change })));
  return changes;
}
